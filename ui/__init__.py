"""The Streamlit app: pages, the card board, texts. Nothing below this package knows a screen."""
