"""Everybody's chi over the night, as a chart."""

import altair as alt

from ui.night_account import Night
from ui.night_picture import player_colour
from ui.text import Texts

HEIGHT_PX = 260


def running_chart(night: Night, texts: Texts) -> alt.LayerChart | alt.FacetChart:
    """One line a player, from nothing to where the night stands; ends carry the names."""
    names = list(night.names)
    accounts = (dict.fromkeys(names, 0), *night.running)
    rounds = [0, *(record.number for record in night.counting)]
    points = [
        {"round": number, "name": name, "chi": account.get(name, 0)}
        for number, account in zip(rounds, accounts, strict=True)
        for name in names
    ]
    colour = alt.Color(
        "name:N",
        scale=alt.Scale(domain=names, range=[player_colour(came) for came in range(len(names))]),
        legend=alt.Legend(title=None, orient="bottom", labelFontSize=14, symbolSize=160),
    )
    base = alt.Chart(alt.InlineData(values=points)).encode(
        x=alt.X(
            "round:Q",
            title=texts("night.round_axis"),
            axis=alt.Axis(tickMinStep=1, format="d", grid=False, labelFontSize=13),
        ),
        y=alt.Y("chi:Q", title="chi", axis=alt.Axis(tickMinStep=1, format="d", labelFontSize=13)),
        color=colour,
        tooltip=[
            alt.Tooltip("name:N", title=texts("settle.name")),
            alt.Tooltip("round:Q", title=texts("night.round_axis")),
            alt.Tooltip("chi:Q", title="chi"),
        ],
    )
    lines = base.mark_line(strokeWidth=3.5, interpolate="monotone")
    return alt.layer(lines, base.mark_circle(size=60)).properties(height=HEIGHT_PX)
