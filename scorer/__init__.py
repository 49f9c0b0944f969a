"""The rules of Mậu Binh: cards, rows, instant wins, house rules and settlement.

Standard library only: no picture, no screen, no database.  `scorer.advice` alone may use numpy.
"""
