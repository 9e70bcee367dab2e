"""The data of the lessons: small tables drawn from models written out here."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def chain(rng: np.random.Generator) -> Floats:
    """Sport → Health → Mood, 300 rows."""
    sport = rng.normal(size=300)
    health = 0.9 * sport + 0.6 * rng.normal(size=300)
    mood = 0.9 * health + 0.6 * rng.normal(size=300)
    return np.column_stack([sport, health, mood])


def fork(rng: np.random.Generator) -> Floats:
    """Sport ← Health → Mood, 300 rows: the same links with the cause in the middle."""
    health = rng.normal(size=300)
    sport = 0.9 * health + 0.6 * rng.normal(size=300)
    mood = 0.9 * health + 0.6 * rng.normal(size=300)
    return np.column_stack([sport, health, mood])


def collider(rng: np.random.Generator) -> Floats:
    """Talent → Fame ← Luck, 300 rows."""
    talent, luck = rng.normal(size=300), rng.normal(size=300)
    fame = talent + 0.9 * luck + 0.6 * rng.normal(size=300)
    return np.column_stack([talent, luck, fame])


def collider_and_child(rng: np.random.Generator) -> Floats:
    """Talent → Fame ← Luck, Fame → Fans, 300 rows."""
    values = collider(rng)
    fans = values[:, 2] + 0.8 * rng.normal(size=300)
    return np.column_stack([values, fans])


def three_causes(rng: np.random.Generator) -> Floats:
    """Sun, Water and Soil → Growth, and Sun → Soil, 400 rows."""
    sun, water = rng.normal(size=400), 0.8 * rng.normal(size=400)
    soil = 1.1 * sun + 0.8 * rng.normal(size=400)
    growth = 1.3 * sun + water + 1.4 * soil + 0.8 * rng.normal(size=400)
    return np.column_stack([sun, water, soil, growth])


def folded(rng: np.random.Generator) -> Floats:
    """Dose → Effect → Report, 300 rows: a parabola, then noise, then a bend.

    A post-nonlinear model: each child is a monotone function of (a function of its
    cause, plus noise).
    """
    dose = rng.uniform(-1.5, 1.5, size=300)
    effect = np.tanh(dose**2 - 0.75 + 0.2 * rng.normal(size=300))
    report = np.exp(0.8 * effect + 0.2 * rng.normal(size=300))
    return np.column_stack([dose, effect, report])


def strong_and_weak(rng: np.random.Generator) -> Floats:
    """Sleep → Mood → Work and Coffee → Pulse, 200 rows: one strong and two weaker links."""
    sleep = rng.normal(size=200)
    mood = sleep + 0.7 * rng.normal(size=200)
    work = 0.5 * mood + rng.normal(size=200)
    coffee = rng.normal(size=200)
    pulse = 0.8 * coffee + rng.normal(size=200)
    return np.column_stack([sleep, mood, work, coffee, pulse])
