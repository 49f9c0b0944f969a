"""A small OpenID Connect provider: one page with a button for each person, codes used once.

`python -m tests.hosting.oidc_provider PORT CALLBACK`; the client is the one of `CLIENT`.
"""

import base64
import hashlib
import secrets
import sys
import time
from urllib.parse import urlencode

import uvicorn
from joserfc import jwt
from joserfc.jwk import KeySet, RSAKey
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Route

CLIENT = ("maubinh", "the client's secret")
PEOPLE = {
    "An": ("an@club.example", True),
    "Stranger": ("stranger@elsewhere.example", True),
    "Pretender": ("pretender@club.example", False),
}
KEY = RSAKey.generate_key(2048, parameters={"kid": "one", "use": "sig", "alg": "RS256"})


class Provider:
    def __init__(self, issuer: str, callback: str) -> None:
        self.issuer, self.callback = issuer, callback
        self.asked: dict[str, dict[str, str]] = {}

    async def discovery(self, _: Request) -> Response:
        return JSONResponse(
            {
                "issuer": self.issuer,
                "authorization_endpoint": f"{self.issuer}/authorize",
                "token_endpoint": f"{self.issuer}/token",
                "jwks_uri": f"{self.issuer}/jwks",
                "response_types_supported": ["code"],
                "subject_types_supported": ["public"],
                "id_token_signing_alg_values_supported": ["RS256"],
                "code_challenge_methods_supported": ["S256"],
            }
        )

    async def jwks(self, _: Request) -> Response:
        return JSONResponse(KeySet([KEY]).as_dict(private=False))

    async def authorize(self, request: Request) -> Response:
        asked = dict(request.query_params)
        if (asked["client_id"], asked["redirect_uri"]) != (CLIENT[0], self.callback):
            return Response("not our client", 400)
        who = asked.pop("who", None)
        if who is None:
            links = "".join(
                f'<p><a href="?{urlencode(asked | {"who": name})}">{name}</a></p>'
                for name in PEOPLE
            )
            refusal = urlencode({"error": "access_denied", "state": asked["state"]})
            return HTMLResponse(f'{links}<a href="{self.callback}?{refusal}">Cancel</a>')
        code = secrets.token_urlsafe()
        self.asked[code] = asked | {"who": who}
        answer = urlencode({"code": code, "state": asked["state"]})
        return RedirectResponse(f"{self.callback}?{answer}", 302)

    async def token(self, request: Request) -> Response:
        form = await request.form()
        asked = self.asked.pop(str(form["code"]), None)
        scheme, _, credentials = request.headers["Authorization"].partition(" ")
        client = base64.b64decode(credentials).decode().partition(":")[::2]
        digest = hashlib.sha256(str(form["code_verifier"]).encode()).digest()
        challenge = base64.urlsafe_b64encode(digest).decode().rstrip("=")
        if (
            asked is None
            or (scheme, client) != ("Basic", CLIENT)
            or challenge != asked["code_challenge"]
        ):
            return JSONResponse({"error": "invalid_grant"}, 400)
        email, is_verified = PEOPLE[asked["who"]]
        now = int(time.time())
        claims = {
            "iss": self.issuer,
            "sub": asked["who"],
            "aud": CLIENT[0],
            "iat": now,
            "exp": now + 300,
            "nonce": asked["nonce"],
            "email": email,
            "email_verified": is_verified,
        }
        signed = jwt.encode({"alg": "RS256", "kid": "one"}, claims, KEY)
        return JSONResponse(
            {
                "access_token": secrets.token_urlsafe(),
                "token_type": "Bearer",
                "expires_in": 300,
                "id_token": signed,
            }
        )


def main(port: int, callback: str) -> None:
    provider = Provider(f"http://127.0.0.1:{port}", callback)
    app = Starlette(
        routes=[
            Route("/.well-known/openid-configuration", provider.discovery),
            Route("/jwks", provider.jwks),
            Route("/authorize", provider.authorize),
            Route("/token", provider.token, methods=["POST"]),
        ]
    )
    uvicorn.run(app, host="127.0.0.1", port=port, log_level="warning")


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2])
