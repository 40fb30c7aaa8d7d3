package offerreceipt

import (
	"encoding/base64"
	"encoding/json"
	"strings"

	"github.com/ethereum/go-ethereum/crypto"
)

// DID is the name of the seller at a host, which may have a port (did:web).
func DID(host string) string {
	return "did:web:" + strings.ReplaceAll(host, ":", "%3A")
}

// verificationMethod is one form of the key in a DID document.
type verificationMethod struct {
	ID                  string `json:"id"`
	Type                string `json:"type"`
	Controller          string `json:"controller"`
	BlockchainAccountID string `json:"blockchainAccountId,omitempty"` // CAIP-10
	PublicKeyJWK        *jwk   `json:"publicKeyJwk,omitempty"`
}

type jwk struct {
	Type  string `json:"kty"`
	Curve string `json:"crv"`
	X     string `json:"x"`
	Y     string `json:"y"`
}

// Document is the DID document of the seller at a host (W3C DID Core 1.0): which key its offers and receipts are signed
// with, as the address that a signature gives back and as the key itself. network is the CAIP-2 id that the address is
// written with.
func (s *Signer) Document(host, network string) ([]byte, error) {
	did := DID(host)
	public := s.Public()
	point := crypto.FromECDSAPub(public) // 0x04, x, y
	methods := []verificationMethod{
		{
			ID:                  did + "#address",
			Type:                "EcdsaSecp256k1RecoveryMethod2020",
			Controller:          did,
			BlockchainAccountID: network + ":" + crypto.PubkeyToAddress(*public).Hex(),
		},
		{
			ID:         did + "#key",
			Type:       "JsonWebKey2020",
			Controller: did,
			PublicKeyJWK: &jwk{
				Type:  "EC",
				Curve: "secp256k1",
				X:     base64.RawURLEncoding.EncodeToString(point[1:33]),
				Y:     base64.RawURLEncoding.EncodeToString(point[33:65]),
			},
		},
	}

	return json.Marshal(map[string]any{
		"@context": []string{
			"https://www.w3.org/ns/did/v1",
			"https://w3id.org/security/suites/secp256k1recovery-2020/v2",
			"https://w3id.org/security/suites/jws-2020/v1",
		},
		"id":                 did,
		"verificationMethod": methods,
		"assertionMethod":    []string{methods[0].ID, methods[1].ID},
	})
}
