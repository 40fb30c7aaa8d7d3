package attest

import (
	"encoding/json"
	"fmt"
	"strconv"

	"github.com/ethereum/go-ethereum/common/hexutil"

	"github.com/farebox/farebox/internal/chain/eip712"
)

// Snapshot is the attested facts about a page: only what the service itself fetched.
type Snapshot struct {
	FinalURL      string   // after redirects, without fragment
	HTTPStatus    uint16   // of the final answer
	ContentType   string   // the header as received, or empty
	ContentLength uint64   // bytes of the body
	SHA256        [32]byte // of exactly those bytes
	FetchedAt     uint64   // Unix seconds at which the last byte arrived
	UpstreamHost  string   // lower-case host of FinalURL, without port
}

// The EIP-712 form: our own struct, in a domain without a contract.
const (
	StandardEIP712  = "eip712"
	DomainName      = "WebNotary"
	DomainVersion   = "1"
	SnapshotPrimary = "PageSnapshot"
)

// snapshotMembers are the members of PageSnapshot in signing order. The EAS schema has the same.
func snapshotMembers() []eip712.Member {
	return []eip712.Member{
		{Name: "finalUrl", Type: "string"}, {Name: "httpStatus", Type: "uint16"}, {Name: "contentType", Type: "string"},
		{Name: "contentLength", Type: "uint64"}, {Name: "sha256", Type: "bytes32"}, {Name: "fetchedAt", Type: "uint64"},
		{Name: "upstreamHost", Type: "string"},
	}
}

// SnapshotMessage is a Snapshot as an EIP-712 message.
type SnapshotMessage struct {
	FinalURL      string `json:"finalUrl"`
	HTTPStatus    uint16 `json:"httpStatus"`
	ContentType   string `json:"contentType"`
	ContentLength uint64 `json:"contentLength"`
	SHA256        string `json:"sha256"` // 0x and 64 hex digits
	FetchedAt     uint64 `json:"fetchedAt"`
	UpstreamHost  string `json:"upstreamHost"`
}

func (s Snapshot) message() SnapshotMessage {
	return SnapshotMessage{
		FinalURL: s.FinalURL, HTTPStatus: s.HTTPStatus, ContentType: s.ContentType, ContentLength: s.ContentLength,
		SHA256: hexutil.Encode(s.SHA256[:]), FetchedAt: s.FetchedAt, UpstreamHost: s.UpstreamHost,
	}
}

// SnapshotDomain is the domain of the EIP-712 form.
type SnapshotDomain struct {
	Name    string `json:"name"`
	Version string `json:"version"`
	ChainID uint64 `json:"chainId"`
}

// EIP712 is the EIP-712 form of an attestation: typed data as wallets and libraries accept it, with the signature
// and the signer.
type EIP712 struct {
	Standard    string          `json:"standard"` // StandardEIP712
	Domain      SnapshotDomain  `json:"domain"`
	PrimaryType string          `json:"primaryType"`
	Types       eip712.Types    `json:"types"`
	Message     SnapshotMessage `json:"message"`
	Signature   string          `json:"signature"` // 65 bytes r, s, v as 0x hex; v is 27 or 28
	Signer      string          `json:"signer"`    // EIP-55 address
}

// typedData is the form, ready for hashing.
func (a *EIP712) typedData() *eip712.TypedData {
	return &eip712.TypedData{
		Types: a.Types, PrimaryType: a.PrimaryType,
		Domain: map[string]any{
			"name":    a.Domain.Name,
			"version": a.Domain.Version,
			"chainId": number(a.Domain.ChainID),
		},
		Message: map[string]any{
			"finalUrl": a.Message.FinalURL, "httpStatus": number(uint64(a.Message.HTTPStatus)), "contentType": a.Message.ContentType,
			"contentLength": number(a.Message.ContentLength), "sha256": a.Message.SHA256, "fetchedAt": number(a.Message.FetchedAt),
			"upstreamHost": a.Message.UpstreamHost,
		},
	}
}

func number(n uint64) json.Number { return json.Number(strconv.FormatUint(n, 10)) }

// EIP712 signs s in the EIP-712 form.
func (s *Signer) EIP712(snapshot Snapshot) (*EIP712, error) {
	a := &EIP712{
		Standard: StandardEIP712,
		Domain: SnapshotDomain{
			Name:    DomainName,
			Version: DomainVersion,
			ChainID: s.chainID,
		},
		PrimaryType: SnapshotPrimary,
		Types:       eip712.Types{SnapshotPrimary: snapshotMembers()},
		Message:     snapshot.message(),
		Signer:      s.address.Hex(),
	}

	digest, err := a.typedData().Digest()
	if err != nil {
		return nil, fmt.Errorf("hashing the snapshot: %w", err)
	}

	signature, err := s.sign(digest)
	if err != nil {
		return nil, err
	}

	a.Signature = hexutil.Encode(signature)
	return a, nil
}
