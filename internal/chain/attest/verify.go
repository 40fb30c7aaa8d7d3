package attest

import (
	"errors"
	"maps"
	"slices"
	"strings"

	"github.com/ethereum/go-ethereum/common"

	"github.com/farebox/farebox/internal/chain/eip712"
)

// Result is the result of verifying an attestation.
type Result struct {
	Standard string          // one of the Standard constants
	Valid    bool            // the signature is the claimed signer's and everything recomputed agrees
	Signer   *common.Address // recovered from the signature; nil if no key can have made it
	UIDOK    *bool           // the uid equals the recomputed one; nil for the EIP-712 form
	SHA256   *[32]byte       // hash of the page's body in the attestation; nil if it has none
	Notes    []Note          // what makes it invalid, and further notes for the caller
}

// Note is one finding of a verification.
type Note struct {
	Code   string // stable snake_case name
	Detail string // one sentence
}

// Notes that do not make an attestation invalid.
const (
	NoteSignerNotClaimed = "signer_not_claimed"
	NoteDataUnreadable   = "data_unreadable"
)

func (r *Result) note(code, detail string) {
	r.Notes = append(r.Notes, Note{Code: code, Detail: detail})
}

// reject notes what makes the attestation invalid.
func (r *Result) reject(code, detail string) {
	r.Valid = false
	r.note(code, detail)
}

// Verify recomputes an attestation from its domain, types and message. attestation is JSON decoded with UseNumber:
// the EIP-712 form, or the EAS form as a package {signer, sig} or as the sig object itself. A malformed attestation
// is an *eip712.Error whose path starts at the attestation; a well-formed false one is a Result that is not Valid.
func Verify(attestation map[string]any) (*Result, error) {
	f := form{members: attestation}
	eas, err := isEAS(f)
	if err != nil {
		return nil, err
	}
	if eas {
		return verifyEAS(f)
	}
	return verifyEIP712(f)
}

// isEAS tells the two forms apart: by the standard if named, else by members that only EAS has.
func isEAS(f form) (bool, error) {
	if f.has("standard") {
		standard, err := f.text("standard")
		if err != nil {
			return false, err
		}
		switch standard {
		case StandardEIP712:
			return false, nil
		case StandardEASv2, StandardEASv1, StandardEASLegacy, "eas_offchain":
			return true, nil
		}
		return false, malformed("standard", "standard is eip712, eas_offchain, %s, %s or %s", StandardEASv2, StandardEASv1, StandardEASLegacy)
	}

	if f.has("sig") || f.has("uid") {
		return true, nil
	}
	domain, _ := f.members["domain"].(map[string]any)
	return domain["name"] == EASDomainName, nil
}

func verifyEIP712(f form) (*Result, error) {
	data, signature, err := typedData(f)
	if err != nil {
		return nil, err
	}

	claimed, err := f.address("signer")
	if err != nil {
		return nil, err
	}

	r := &Result{Standard: StandardEIP712, Valid: true}
	if err := r.recover(data, signature, f.at); err != nil {
		return nil, err
	}

	r.compareSigner(&claimed)
	if slices.Contains(data.Types[data.PrimaryType], eip712.Member{Name: "sha256", Type: "bytes32"}) {
		h, err := form{at: f.path("message."), members: data.Message}.hash("sha256")
		if err != nil {
			return nil, err
		}
		r.SHA256 = (*[32]byte)(&h)
	}

	return r, nil
}

// typedData reads the members that both forms share.
func typedData(f form) (*eip712.TypedData, [65]byte, error) {
	var none [65]byte
	domain, err := f.object("domain")
	if err != nil {
		return nil, none, err
	}

	primary, err := f.text("primaryType")
	if err != nil {
		return nil, none, err
	}

	types, err := f.types()
	if err != nil {
		return nil, none, err
	}

	message, err := f.object("message")
	if err != nil {
		return nil, none, err
	}

	signature, err := f.signature()
	if err != nil {
		return nil, none, err
	}

	return &eip712.TypedData{
		Types:       types,
		PrimaryType: primary,
		Domain:      domain,
		Message:     message,
	}, signature, nil
}

// recover sets the signer of data. Data that cannot be hashed is an error with its path under at.
func (r *Result) recover(data *eip712.TypedData, signature [65]byte, at string) error {
	digest, err := data.Digest()
	if err != nil {
		var e *eip712.Error
		if errors.As(err, &e) {
			return &eip712.Error{Path: at + e.Path, Reason: e.Reason}
		}
		return err
	}
	signer, err := recoverSigner(digest, signature)
	if err != nil {
		r.reject("signature_impossible", err.Error())
		return nil
	}
	r.Signer = &signer
	return nil
}

// compareSigner compares the recovered signer with the claimed one.
func (r *Result) compareSigner(claimed *common.Address) {
	switch {
	case claimed == nil:
		r.note(NoteSignerNotClaimed, "The attestation names no signer: compare signer with the address you expect.")
	case r.Signer != nil && *r.Signer != *claimed:
		r.reject("signer_mismatch", "The signature was made by another key than that of the signer it names, or what was signed has been changed.")
	}
}

func verifyEAS(outer form) (*Result, error) {
	f := outer
	if outer.has("sig") {
		sig, err := outer.object("sig")
		if err != nil {
			return nil, err
		}
		f = form{at: "sig.", members: sig}
	}

	data, signature, err := typedData(f)
	if err != nil {
		return nil, err
	}

	claimed, err := claimedSigner(outer, f)
	if err != nil {
		return nil, err
	}

	r := &Result{Valid: true}
	version, err := easVersion(f, data, r)
	if err != nil {
		return nil, err
	}

	r.Standard = []string{StandardEASLegacy, StandardEASv1, StandardEASv2}[version]
	if named, _ := outer.members["standard"].(string); named != "" && named != "eas_offchain" && named != r.Standard {
		r.reject("standard_mismatch", "The attestation is of another version than its standard says.")
	}

	expected := r.checkEASTypes(data, version)
	uid, err := readUID(form{at: f.path("message."), members: data.Message}, version)
	if err != nil {
		return nil, err
	}
	if err := r.checkUID(outer, f, uid); err != nil {
		return nil, err
	}

	signed := *data
	signed.Message = signedMembers(data.Message, version)
	if _, ok := data.Types[data.PrimaryType]; !ok && version == 0 && data.Types["Attest"] != nil {
		// legacy attestations name Attestation and sign Attest: libraries hash whichever type exists
		signed.PrimaryType = "Attest"
	}

	if err := r.recover(&signed, signature, f.at); err != nil && expected {
		return nil, err // the message need not have other types, and the attestation is already invalid
	}
	r.compareSigner(claimed)

	if common.HexToHash(uid.schema) == SnapshotSchemaUID() {
		if s, err := snapshotFromData(uid.data); err == nil {
			r.SHA256 = &s.SHA256
		} else {
			r.note(NoteDataUnreadable, "The data is not the encoding that its schema asks for.")
		}
	}

	return r, nil
}

// claimedSigner is the signer named by the package or the sig object, or nil.
func claimedSigner(outer, f form) (*common.Address, error) {
	for _, f := range []form{outer, f} {
		if f.has("signer") {
			a, err := f.address("signer")
			return &a, err
		}
	}
	return nil, nil
}

// easVersion is the attestation's declared version, or else its types' version.
func easVersion(f form, data *eip712.TypedData, r *Result) (int, error) {
	version := -1
	for _, f := range []form{f, {at: f.path("message."), members: data.Message}} {
		if !f.has("version") {
			continue
		}
		n, err := f.integer("version", 16)
		if err != nil {
			return 0, err
		}
		if n.Int64() > 2 {
			return 0, malformed(f.path("version"), "off-chain attestations have version 0 (legacy), 1 or 2")
		}
		if version >= 0 && int(n.Int64()) != version {
			r.reject("version_mismatch", "The attestation and its message give different versions.")
			continue
		}
		version = int(n.Int64())
	}

	if version >= 0 {
		return version, nil
	}

	for _, members := range data.Types {
		if slices.Contains(members, eip712.Member{Name: "salt", Type: "bytes32"}) {
			return 2, nil
		}
	}

	return 0, nil
}

// checkEASTypes rejects types, primary types and domains that differ from the EAS SDK's: with other types, a
// signature could pass for a signature of something else. It reports whether the types are as expected.
func (r *Result) checkEASTypes(data *eip712.TypedData, version int) bool {
	want := easMembers(version)
	domainOK := true
	names := slices.Sorted(maps.Keys(data.Types))
	if domain, given := data.Types[eip712.DomainType]; given {
		names = slices.DeleteFunc(names, func(name string) bool { return name == eip712.DomainType })
		if !slices.Equal(domain, easDomainMembers()) {
			r.reject("domain_unexpected", "The domain type is not that of EAS attestations.")
			domainOK = false
		}
	}

	ok := len(names) == 1 && slices.Equal(data.Types[names[0]], want)
	if ok && version > 0 {
		ok = names[0] == "Attest" && data.PrimaryType == "Attest"
	} else if ok { // legacy: Attestation, Attest, or Attest under the name Attestation
		ok = data.PrimaryType == names[0] && names[0] == "Attestation" || names[0] == "Attest" && (data.PrimaryType == "Attest" || data.PrimaryType == "Attestation")
	}

	if !ok {
		r.reject("types_unexpected", "The types are not those of an EAS off-chain attestation of this version.")
	}
	if data.Domain["name"] != EASDomainName || !slices.Equal(slices.Sorted(maps.Keys(data.Domain)), []string{"chainId", "name", "verifyingContract", "version"}) {
		r.reject("domain_unexpected", "The domain is not that of EAS attestations: name EAS Attestation, version, chainId and verifyingContract.")
		domainOK = false
	}

	return ok && domainOK
}

func easDomainMembers() []eip712.Member {
	return []eip712.Member{{Name: "name", Type: "string"}, {Name: "version", Type: "string"}, {Name: "chainId", Type: "uint256"}, {Name: "verifyingContract", Type: "address"}}
}

// signedMembers is message without what the SDK includes but no version signs: a nonce, a legacy attestation's
// version, and members without a value.
func signedMembers(message map[string]any, version int) map[string]any {
	signed := maps.Clone(message)
	delete(signed, "nonce")
	if version == 0 {
		delete(signed, "version")
	}
	if signed["salt"] == nil {
		delete(signed, "salt")
	}
	return signed
}

// readUID reads the input of the uid.
func readUID(m form, version int) (u easUID, err error) {
	u.version = version
	if _, err = m.hash("schema"); err != nil {
		return u, err
	}
	if u.schema, err = m.text("schema"); err != nil {
		return u, err
	}
	if u.recipient, err = m.address("recipient"); err != nil {
		return u, err
	}

	made, err := m.integer("time", 64)
	if err != nil {
		return u, err
	}

	expires, err := m.integer("expirationTime", 64)
	if err != nil {
		return u, err
	}

	u.time = made.Uint64()
	u.expires = expires.Uint64()
	if u.revocable, err = m.flag("revocable"); err != nil {
		return u, err
	}
	if u.refUID, err = m.hash("refUID"); err != nil {
		return u, err
	}
	if u.data, err = m.bytes("data", -1); err != nil {
		return u, err
	}

	if version >= 2 {
		u.salt, err = m.hash("salt")
	}
	return u, err
}

// checkUID compares the attestation's uid, and the package's copy if any, with the recomputed one. The schema's
// letters count as written or, as is usual, in lower case.
func (r *Result) checkUID(outer, f form, u easUID) error {
	if !f.has("uid") && outer.has("uid") {
		f = outer
	}

	lower := u
	lower.schema = strings.ToLower(u.schema)
	valid := []common.Hash{u.hash(), lower.hash()}
	uid, err := f.hash("uid")
	if err != nil {
		return err
	}

	ok := slices.Contains(valid, uid)
	if outer.has("uid") {
		repeated, err := outer.hash("uid")
		if err != nil {
			return err
		}
		ok = ok && repeated == uid
	}

	r.UIDOK = &ok
	if !ok {
		r.reject("uid_mismatch", "The uid is not the one that the message gives.")
	}

	return nil
}
