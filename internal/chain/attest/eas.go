package attest

import (
	"encoding/binary"
	"fmt"
	"strings"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/crypto"

	"github.com/farebox/farebox/internal/chain/eip712"
)

// Standards of the EAS form, by version of its typed data.
const (
	StandardEASv2     = "eas_offchain_v2"
	StandardEASv1     = "eas_offchain_v1"
	StandardEASLegacy = "eas_offchain_legacy"
)

// EASDomainName is the name in the domain of every EAS off-chain attestation.
const EASDomainName = "EAS Attestation"

// SnapshotSchema is the EAS schema of a page snapshot, in the ABI notation of the schema registry. It has
// no resolver and is revocable. Off-chain attestations do not need its registration.
const SnapshotSchema = "string finalUrl,uint16 httpStatus,string contentType,uint64 contentLength,bytes32 sha256,uint64 fetchedAt,string upstreamHost"

// SchemaUID is the uid of a registered schema: keccak256(schema ++ resolver ++ revocable), as SchemaRegistry of the
// EAS contracts computes it.
func SchemaUID(schema string, resolver common.Address, revocable bool) common.Hash {
	flag := byte(0)
	if revocable {
		flag = 1
	}
	return crypto.Keccak256Hash([]byte(schema), resolver[:], []byte{flag})
}

// SnapshotSchemaUID is the uid of SnapshotSchema.
func SnapshotSchemaUID() common.Hash { return SchemaUID(SnapshotSchema, common.Address{}, true) }

// EASDomain is the domain of an off-chain attestation: the EAS contract that it names.
type EASDomain struct {
	Name              string `json:"name"`
	Version           string `json:"version"` // what the contract's version() answers
	ChainID           uint64 `json:"chainId"`
	VerifyingContract string `json:"verifyingContract"`
}

// EASDomainOf is the domain on a chain for which we attest: Base (8453) and Base Sepolia (84532), where EAS is a
// predeploy of the OP stack. ok is false for other chains. Source: README of eas-contracts.
func EASDomainOf(chainID uint64) (domain EASDomain, ok bool) {
	versions := map[uint64]string{8453: "1.0.1", 84532: "1.2.0"}
	version, ok := versions[chainID]
	return EASDomain{
		Name:              EASDomainName,
		Version:           version,
		ChainID:           chainID,
		VerifyingContract: "0x4200000000000000000000000000000000000021",
	}, ok
}

// EASMessage is the signed message of version 2.
type EASMessage struct {
	Version        uint16 `json:"version"`
	Schema         string `json:"schema"`    // uid of the schema, 0x and 64 lower-case hex digits
	Recipient      string `json:"recipient"` // address; zero if the attestation has no recipient
	Time           uint64 `json:"time"`      // Unix seconds
	ExpirationTime uint64 `json:"expirationTime"`
	Revocable      bool   `json:"revocable"`
	RefUID         string `json:"refUID"`
	Data           string `json:"data"` // ABI encoding by the schema
	Salt           string `json:"salt"`
}

// EASSignature is a signature in the EAS SDK's parts.
type EASSignature struct {
	R string `json:"r"`
	S string `json:"s"`
	V uint8  `json:"v"` // 27 or 28
}

// EASSigned is the signed part of the EAS form, as written by the EAS SDK.
type EASSigned struct {
	Version     uint16       `json:"version"`
	UID         string       `json:"uid"`
	Domain      EASDomain    `json:"domain"`
	PrimaryType string       `json:"primaryType"`
	Types       eip712.Types `json:"types"`
	Message     EASMessage   `json:"message"`
	Signature   EASSignature `json:"signature"`
}

// EASOffchain is an off-chain attestation as EAS tools exchange it, with the uid repeated outside.
type EASOffchain struct {
	UID    string    `json:"uid"`
	Signer string    `json:"signer"`
	Sig    EASSigned `json:"sig"`
}

// easMembers are the members of the signed struct, by version of the typed data.
func easMembers(version int) []eip712.Member {
	members := []eip712.Member{
		{Name: "schema", Type: "bytes32"}, {Name: "recipient", Type: "address"}, {Name: "time", Type: "uint64"},
		{Name: "expirationTime", Type: "uint64"}, {Name: "revocable", Type: "bool"}, {Name: "refUID", Type: "bytes32"},
		{Name: "data", Type: "bytes"},
	}
	if version >= 1 {
		members = append([]eip712.Member{{Name: "version", Type: "uint16"}}, members...)
	}
	if version >= 2 {
		members = append(members, eip712.Member{Name: "salt", Type: "bytes32"})
	}
	return members
}

// easUID is the input of an attestation's uid.
type easUID struct {
	version       int
	schema        string // its text: the SDK hashes the characters, not the 32 bytes
	recipient     common.Address
	time, expires uint64
	revocable     bool
	refUID        common.Hash
	data          []byte
	salt          common.Hash
}

// hash is the uid: keccak256 of the tight packing of the members, with a zero attester and a zero bump
// between and after them (getOffchainUID of the EAS SDK). Version 1 has no salt, legacy no version either.
func (u easUID) hash() common.Hash {
	var b []byte
	if u.version >= 1 {
		b = binary.BigEndian.AppendUint16(b, uint16(u.version))
	}

	b = append(b, u.schema...)
	b = append(b, u.recipient[:]...)
	b = append(b, make([]byte, common.AddressLength)...)
	b = binary.BigEndian.AppendUint64(b, u.time)
	b = binary.BigEndian.AppendUint64(b, u.expires)
	if u.revocable {
		b = append(b, 1)
	} else {
		b = append(b, 0)
	}

	b = append(b, u.refUID[:]...)
	b = append(b, u.data...)
	if u.version >= 2 {
		b = append(b, u.salt[:]...)
	}

	b = append(b, 0, 0, 0, 0)
	return crypto.Keccak256Hash(b)
}

// EASOffchain signs snapshot as an off-chain attestation, version 2. salt, 32 random bytes from the caller, makes
// the uid unguessable. It returns an error for a chain without an EASDomainOf.
func (s *Signer) EASOffchain(snapshot Snapshot, salt [32]byte) (*EASOffchain, error) {
	domain, ok := EASDomainOf(s.chainID)
	if !ok {
		return nil, fmt.Errorf("no EAS contract is known on chain %d", s.chainID)
	}

	data, err := snapshot.easData()
	if err != nil {
		return nil, fmt.Errorf("encoding the snapshot: %w", err)
	}

	u := easUID{
		version: 2, schema: SnapshotSchemaUID().Hex(), time: snapshot.FetchedAt, revocable: true, data: data, salt: salt,
	}

	a := &EASOffchain{Signer: s.address.Hex(), Sig: EASSigned{
		Version: 2, Domain: domain, PrimaryType: "Attest", Types: eip712.Types{"Attest": easMembers(2)},
		Message: EASMessage{
			Version: 2, Schema: u.schema, Recipient: u.recipient.Hex(), Time: u.time, Revocable: true,
			RefUID: u.refUID.Hex(), Data: hexutil.Encode(data), Salt: hexutil.Encode(salt[:]),
		},
	}}

	a.UID = u.hash().Hex()
	a.Sig.UID = a.UID
	digest, err := a.Sig.typedData().Digest()
	if err != nil {
		return nil, fmt.Errorf("hashing the attestation: %w", err)
	}

	signature, err := s.sign(digest)
	if err != nil {
		return nil, err
	}

	a.Sig.Signature = EASSignature{
		R: hexutil.Encode(signature[:32]),
		S: hexutil.Encode(signature[32:64]),
		V: signature[64],
	}
	return a, nil
}

// typedData is the signed part, ready for hashing.
func (a *EASSigned) typedData() *eip712.TypedData {
	m := a.Message
	return &eip712.TypedData{
		Types: a.Types, PrimaryType: a.PrimaryType,
		Domain: map[string]any{
			"name": a.Domain.Name, "version": a.Domain.Version, "chainId": number(a.Domain.ChainID), "verifyingContract": a.Domain.VerifyingContract,
		},
		Message: map[string]any{
			"version": number(uint64(m.Version)), "schema": m.Schema, "recipient": m.Recipient, "time": number(m.Time),
			"expirationTime": number(m.ExpirationTime), "revocable": m.Revocable, "refUID": m.RefUID, "data": m.Data, "salt": m.Salt,
		},
	}
}

// snapshotABI is SnapshotSchema as ABI arguments.
func snapshotABI() (abi.Arguments, error) {
	var args abi.Arguments
	for field := range strings.SplitSeq(SnapshotSchema, ",") {
		typ, name, _ := strings.Cut(field, " ")
		t, err := abi.NewType(typ, "", nil)
		if err != nil {
			return nil, err
		}
		args = append(args, abi.Argument{Name: name, Type: t})
	}
	return args, nil
}

func (s Snapshot) easData() ([]byte, error) {
	args, err := snapshotABI()
	if err != nil {
		return nil, err
	}
	return args.Pack(s.FinalURL, s.HTTPStatus, s.ContentType, s.ContentLength, s.SHA256, s.FetchedAt, s.UpstreamHost)
}

// snapshotFromData is the snapshot in the data of a SnapshotSchema attestation. Data that is not an exact encoding
// is an error.
func snapshotFromData(data []byte) (Snapshot, error) {
	args, err := snapshotABI()
	if err != nil {
		return Snapshot{}, err
	}

	values, err := args.Unpack(data)
	if err != nil {
		return Snapshot{}, fmt.Errorf("decoding the data: %w", err)
	}
	if again, err := args.Pack(values...); err != nil || string(again) != string(data) {
		return Snapshot{}, fmt.Errorf("the data is not the canonical encoding of %s", SnapshotSchema)
	}

	var fields struct {
		FinalURL      string `abi:"finalUrl"`
		HTTPStatus    uint16 `abi:"httpStatus"`
		ContentType   string
		ContentLength uint64
		SHA256        [32]byte `abi:"sha256"`
		FetchedAt     uint64
		UpstreamHost  string
	}
	if err := args.Copy(&fields, values); err != nil {
		return Snapshot{}, fmt.Errorf("reading the data: %w", err)
	}

	return Snapshot{
		FinalURL: fields.FinalURL, HTTPStatus: fields.HTTPStatus, ContentType: fields.ContentType, ContentLength: fields.ContentLength,
		SHA256: fields.SHA256, FetchedAt: fields.FetchedAt, UpstreamHost: fields.UpstreamHost,
	}, nil
}
