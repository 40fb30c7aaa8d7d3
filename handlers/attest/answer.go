package attest

import (
	gen "github.com/farebox/farebox/gen/attest"
	"github.com/farebox/farebox/internal/chain/attest"
	"github.com/farebox/farebox/internal/chain/eip712"
	"github.com/farebox/farebox/internal/each"
)

// eip712Answer is an attestation in the spec's form: exactly the members that POST /attest/verify takes.
func eip712Answer(a *attest.EIP712) gen.NotarizeEIP712 {
	return gen.NotarizeEIP712{
		Standard: gen.NotarizeEIP712Standard(a.Standard),
		Domain: gen.NotarizeEIP712Domain{
			Name:    a.Domain.Name,
			Version: a.Domain.Version,
			ChainID: int64(a.Domain.ChainID),
		},
		PrimaryType: a.PrimaryType,
		Types:       gen.NotarizeEIP712Types{PageSnapshot: members(a.Types[attest.SnapshotPrimary])},
		Message: gen.NotarizeEIP712Message{
			FinalURL:      a.Message.FinalURL,
			HTTPStatus:    int(a.Message.HTTPStatus),
			ContentType:   a.Message.ContentType,
			ContentLength: int64(a.Message.ContentLength),
			Sha256:        a.Message.SHA256,
			FetchedAt:     int64(a.Message.FetchedAt),
			UpstreamHost:  a.Message.UpstreamHost,
		},
		Signature: a.Signature, Signer: a.Signer,
	}
}

// easAnswer is the same for the EAS form.
func easAnswer(a *attest.EASOffchain) gen.NotarizeEASOffchain {
	s := a.Sig
	m := a.Sig.Message

	return gen.NotarizeEASOffchain{UID: a.UID, Signer: a.Signer, Sig: gen.NotarizeEASSigned{
		Version: int(s.Version), UID: s.UID,
		Domain: gen.NotarizeEASDomain{
			Name:              s.Domain.Name,
			Version:           s.Domain.Version,
			ChainID:           int64(s.Domain.ChainID),
			VerifyingContract: s.Domain.VerifyingContract,
		},
		PrimaryType: s.PrimaryType, Types: gen.NotarizeEASTypes{Attest: members(s.Types[s.PrimaryType])},
		Message: gen.NotarizeEASMessage{
			Version:        int(m.Version),
			Schema:         m.Schema,
			Recipient:      m.Recipient,
			Time:           int64(m.Time),
			ExpirationTime: int64(m.ExpirationTime),
			Revocable:      m.Revocable,
			RefUID:         m.RefUID,
			Data:           m.Data,
			Salt:           m.Salt,
		},
		Signature: gen.NotarizeEASSignature{
			R: s.Signature.R,
			S: s.Signature.S,
			V: int(s.Signature.V),
		},
	}}
}

func members(list []eip712.Member) []gen.NotarizeMember {
	return each.Of(list, func(m eip712.Member) gen.NotarizeMember {
		return gen.NotarizeMember{Name: m.Name, Type: m.Type}
	})
}
