"""Results as text: tables, graph formats, pictures, reports, and the result document."""

from gesncd.export.graph_code import causal_learn_code, networkx_code, tetrad_text, tikz_text
from gesncd.export.graph_files import dagitty_text, dot_text, gml_text, graphml_text
from gesncd.export.report import Report, Table, report_html
from gesncd.export.result_json import result_document, result_text
from gesncd.export.result_reader import Result, ResultError, read_result
from gesncd.export.svg import PictureStyle, graph_svg
from gesncd.export.tables import EdgeStory, adjacency_csv, edges_csv

__all__ = [
    "EdgeStory",
    "PictureStyle",
    "Report",
    "Result",
    "ResultError",
    "Table",
    "adjacency_csv",
    "causal_learn_code",
    "dagitty_text",
    "dot_text",
    "edges_csv",
    "gml_text",
    "graph_svg",
    "graphml_text",
    "networkx_code",
    "read_result",
    "report_html",
    "result_document",
    "result_text",
    "tetrad_text",
    "tikz_text",
]
