package attest

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"

	gen "github.com/farebox/farebox/gen/attest"
	"github.com/farebox/farebox/internal/chain/attest"
	"github.com/farebox/farebox/internal/chain/eip712"
	"github.com/farebox/farebox/internal/problem"
)

// Bounds of the two inputs.
const (
	maxAttestationBytes = 256 << 10
	maxPayloadBytes     = 5 << 20
)

// AttestVerify answers POST /attest/verify: the result of recomputing an attestation. It trusts nothing that the
// attestation claims and reads no chain.
func (h *Handlers) AttestVerify(_ context.Context, req gen.AttestVerifyRequestObject) (gen.AttestVerifyResponseObject, error) {
	members, err := decodeAttestation(req.Body.Attestation)
	if err != nil {
		return nil, err
	}
	payload, err := decodePayload(req.Body.PayloadBase64)
	if err != nil {
		return nil, err
	}
	result, err := attest.Verify(members)
	if err != nil {
		var e *eip712.Error
		if errors.As(err, &e) {
			return nil, problem.Invalid("attestation."+e.Path, "%s", e.Reason)
		}
		return nil, err
	}
	return gen.AttestVerify200JSONResponse(h.answer(result, payload)), nil
}

// decodeAttestation reads the object with its numbers as written.
func decodeAttestation(raw json.RawMessage) (map[string]any, error) {
	if len(raw) > maxAttestationBytes {
		return nil, problem.TooLarge("attestation", "attestation is at most %d bytes", maxAttestationBytes)
	}
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	var members map[string]any
	if err := dec.Decode(&members); err != nil || members == nil {
		return nil, problem.Invalid("attestation", "attestation must be an object")
	}
	return members, nil
}

// decodePayload returns nil without a payload; an empty one is a payload.
func decodePayload(text *string) ([]byte, error) {
	if text == nil {
		return nil, nil
	}
	if base64.StdEncoding.DecodedLen(len(*text)) > maxPayloadBytes+2 {
		return nil, problem.TooLarge("payload_base64", "the payload is at most %d bytes", maxPayloadBytes)
	}
	payload, err := base64.StdEncoding.Strict().DecodeString(*text)
	if err != nil {
		return nil, problem.Invalid("payload_base64", "payload_base64 must be standard base64 with padding")
	}
	if len(payload) > maxPayloadBytes {
		return nil, problem.TooLarge("payload_base64", "the payload is at most %d bytes", maxPayloadBytes)
	}
	return payload, nil
}

func (h *Handlers) answer(r *attest.Result, payload []byte) gen.AttestVerification {
	a := gen.AttestVerification{
		Standard:        gen.AttestVerificationStandard(r.Standard),
		Valid:           r.Valid,
		UIDOk:           r.UIDOK,
		MatchesAttestor: h.signer != nil && r.Signer != nil && h.signer.Address() == *r.Signer,
		Notes:           []gen.AttestNote{},
	}

	if r.Signer != nil {
		a.Signer = new(r.Signer.Hex())
	}
	for _, n := range r.Notes {
		a.Notes = append(a.Notes, gen.AttestNote{Code: n.Code, Detail: n.Detail})
	}

	if payload != nil {
		ok := r.SHA256 != nil && *r.SHA256 == sha256.Sum256(payload)
		a.HashOk = &ok
		switch {
		case r.SHA256 == nil:
			a.Notes = append(a.Notes, gen.AttestNote{Code: "no_hash", Detail: "The attestation states no SHA-256 that the payload could be compared with."})
		case !ok:
			a.Notes = append(a.Notes, gen.AttestNote{Code: "hash_mismatch", Detail: "The payload is not what was attested: its SHA-256 is another."})
		}
	}

	return a
}
