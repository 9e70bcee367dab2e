import json
from dataclasses import replace

from gesncd.analysis.path_record import path_from_dict, path_to_dict
from gesncd.knowledge import Constraints, Knowledge
from gesncd.measures import PartialCorrelation
from gesncd.search import tau_path


def test_a_path_comes_back_from_json_without_its_steps(chain_data):
    known = Constraints.of(Knowledge(tiers=(("E", "D"), ("A", "B"))), chain_data.names)
    path = tau_path(PartialCorrelation(chain_data), 1e-3, global_score=True, knowledge=known)
    assert any(plateau.graph != plateau.cpdag for plateau in path.plateaus)
    again = path_from_dict(json.loads(json.dumps(path_to_dict(path), allow_nan=False)))
    bare = [replace(plateau, routes=()) for plateau in path.plateaus]
    assert again == replace(path, plateaus=tuple(bare), insertions=())
