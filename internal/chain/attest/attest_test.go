package attest

import (
	"encoding/hex"
	"encoding/json"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"

	"github.com/farebox/farebox/internal/chain/eip712"
	"github.com/farebox/farebox/internal/samples"
)

// testKey is a key for tests only: keccak256("farebox attest test").
var testKey = hex.EncodeToString(crypto.Keccak256([]byte("farebox attest test")))

func testSigner(t interface{ Fatal(...any) }) *Signer {
	s, err := NewSigner(testKey, 8453)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func decode(t interface{ Fatal(...any) }, text string) map[string]any {
	dec := json.NewDecoder(strings.NewReader(text))
	dec.UseNumber()
	var v map[string]any
	if err := dec.Decode(&v); err != nil {
		t.Fatal(err)
	}
	return v
}

func asJSON(t interface{ Fatal(...any) }, v any) map[string]any {
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return decode(t, string(b))
}

const members1 = `{"name":"version","type":"uint16"},{"name":"schema","type":"bytes32"},{"name":"recipient","type":"address"},{"name":"time","type":"uint64"},` +
	`{"name":"expirationTime","type":"uint64"},{"name":"revocable","type":"bool"},{"name":"refUID","type":"bytes32"},{"name":"data","type":"bytes"}`

const zeroHash = "0x0000000000000000000000000000000000000000000000000000000000000000"

// The two vectors of the EAS SDK (test/test/offchain-utils.ts).
const (
	sdkMessage = `"schema":"0x33e9094830a5cba5554d1954310e4fbed2ef5f859ec1404619adea4207f391fd","recipient":"0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266",` +
		`"time":1690299812,"expirationTime":1692891810,"revocable":true,"refUID":"` + zeroHash + `","data":"0x"`
	sdkVersion2 = `{"signer":"0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266","sig":{"version":2,
 "domain":{"name":"EAS Attestation","version":"1.3.0","chainId":31337,"verifyingContract":"0x6f2E42BB4176e9A7352a8bF8886255Be9F3D2d13"},
 "primaryType":"Attest","types":{"Attest":[` + members1 + `,{"name":"salt","type":"bytes32"}]},
 "signature":{"v":28,"r":"0x086528faabfc6eafc046c711577b603f0123e79383469abaedd9ff7ce38028fd","s":"0x22c1f437874575bf74936a7d1a114c789f2a53e7d986c2c46fa60b6ed43d7351"},
 "uid":"0x854d8e26b2bbdc3577fc78c6d2f512258fcc9b91a60858985a216c0ef526ee82",
 "message":{"version":2,` + sdkMessage + `,"salt":"0x0000000000000000000000000000000000000000000000000000000000000123"}}}`
	sdkVersion1 = `{"signer":"0x8f80b8f45cA0F036da46fFA4D9e5e42D086fB302","sig":{
 "domain":{"name":"EAS Attestation","version":"1.0.0","chainId":31337,"verifyingContract":"0x6f2E42BB4176e9A7352a8bF8886255Be9F3D2d13"},
 "primaryType":"Attest","types":{"Attest":[` + members1 + `]},
 "signature":{"v":27,"r":"0x657d547ea6cd0833572aad8005d00e38f7ed179ab98f76af03209abc1b547445","s":"0x39057cca4f279d3665882bb41087f281f4c82f8bc7289bd8692d1489516bbcfa"},
 "uid":"0x35bcdfc396e713ace4513fb166b2ac2e5613f12e4aed5d5cdb637051750f6e0b",
 "message":{"version":1,` + sdkMessage + `}}}`
)

func TestVectorsOfTheEASSDKAreValid(t *testing.T) {
	for _, c := range []struct{ name, text, standard, signer string }{
		{"version 2", sdkVersion2, StandardEASv2, "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"},
		{"version 1", sdkVersion1, StandardEASv1, "0x8f80b8f45cA0F036da46fFA4D9e5e42D086fB302"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, err := Verify(decode(t, c.text))
			if err != nil {
				t.Fatal(err)
			}
			if !r.Valid || r.Standard != c.standard || r.UIDOK == nil || !*r.UIDOK || r.Signer.Hex() != c.signer || len(r.Notes) != 0 || r.SHA256 != nil {
				t.Errorf("got %+v", r)
			}
			// the sig object alone, numbers as strings, a 65-byte signature, and r, s, v beside the message as in
			// the first SDK
			sig := decode(t, c.text)["sig"].(map[string]any)
			sig["domain"].(map[string]any)["chainId"] = "31337"
			sig["message"].(map[string]any)["time"] = "1690299812"
			parts := sig["signature"].(map[string]any)
			for form, edit := range map[string]func(){
				"parts": func() {},
				"text": func() {
					v := map[string]string{"27": "1b", "28": "1c"}[parts["v"].(json.Number).String()]
					sig["signature"] = parts["r"].(string) + parts["s"].(string)[2:] + v
				},
				"beside": func() { delete(sig, "signature"); sig["r"], sig["s"], sig["v"] = parts["r"], parts["s"], parts["v"] },
			} {
				edit()
				r, err := Verify(sig)
				if err != nil || !r.Valid || r.Signer.Hex() != c.signer || len(r.Notes) != 1 || r.Notes[0].Code != NoteSignerNotClaimed {
					t.Errorf("%s: got %+v, %v", form, r, err)
				}
			}
		})
	}
}

// TestRealAttestationVerifies reads the recorded attestation if the sample corpus is present.
func TestRealAttestationVerifies(t *testing.T) {
	text := samples.Read(t, "eas/offchain-v1.json")
	r, err := Verify(decode(t, string(text)))
	if err != nil || !r.Valid || !*r.UIDOK {
		t.Errorf("got %+v, %v", r, err)
	}
}

// TestMailOfEIP712IsValid verifies the example of EIP-712, signed with its key keccak256("cow").
func TestMailOfEIP712IsValid(t *testing.T) {
	r, err := Verify(decode(t, `{"standard":"eip712","types":{
 "EIP712Domain":[{"name":"name","type":"string"},{"name":"version","type":"string"},{"name":"chainId","type":"uint256"},{"name":"verifyingContract","type":"address"}],
 "Person":[{"name":"name","type":"string"},{"name":"wallet","type":"address"}],
 "Mail":[{"name":"from","type":"Person"},{"name":"to","type":"Person"},{"name":"contents","type":"string"}]},
 "primaryType":"Mail","domain":{"name":"Ether Mail","version":"1","chainId":1,"verifyingContract":"0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC"},
 "message":{"from":{"name":"Cow","wallet":"0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826"},"to":{"name":"Bob","wallet":"0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB"},"contents":"Hello, Bob!"},
 "signature":"0x4355c47d63924e8a72e509b65029052eb6c299d53a04e167c5775fd466751c9d07299936d304c153f6443dfa05f40ff007d72911b6f72307f996231605b915621c",
 "signer":"0xcd2a3d9f938e13cd947ec05abc7fe734df8dd826"}`))
	if err != nil {
		t.Fatal(err)
	}
	if !r.Valid || r.Standard != StandardEIP712 || r.Signer.Hex() != "0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826" || r.UIDOK != nil || r.SHA256 != nil {
		t.Errorf("got %+v", r)
	}
}

// TestConstantsOfTheChain: values in contracts and the schema registry for the same inputs.
func TestConstantsOfTheChain(t *testing.T) {
	separator := func(chain uint64) string {
		domain, ok := EASDomainOf(chain)
		if !ok {
			t.Fatal("no domain")
		}
		a := EASSigned{Domain: domain, PrimaryType: "Attest", Types: eip712.Types{"Attest": easMembers(2)}}
		s, err := a.typedData().DomainSeparator()
		if err != nil {
			t.Fatal(err)
		}
		return hex.EncodeToString(s[:])
	}
	for name, c := range map[string][2]string{
		"typehash of version 2": {hex.EncodeToString(crypto.Keccak256([]byte(eip712.Types{"Attest": easMembers(2)}.Encode("Attest")))), "258b757fc37a6699a984f4be01258122f834200374b34b4457b6db0dd0f71132"},
		"separator on Base":     {separator(8453), "21736c2bca21ab458153a66ee6272df1c06c3764c0de323927a4fdf80c4b89ec"},
		"separator on Sepolia":  {separator(84532), "624018bb2371d6c455c856a60753986a8faa78de7968185e82df1ebe1b4494be"},
		"uid of our schema":     {SnapshotSchemaUID().Hex()[2:], "035f55bbe977d50894cc45f8120c78d4dfc46de8e9b049b1782a3ac1ca48b500"},
	} {
		t.Run(name, func(t *testing.T) {
			if c[0] != c[1] {
				t.Errorf("%s: got %s, want %s", name, c[0], c[1])
			}
		})
	}
	if _, ok := EASDomainOf(1); ok {
		t.Error("a domain on a chain that we do not attest for")
	}
}

// legacy signs a legacy attestation with the struct name and primary type of one of the SDK's three early forms.
func legacy(t *testing.T, structName, primary string) map[string]any {
	s := testSigner(t)
	message := map[string]any{
		"schema": "0x33e9094830a5cba5554d1954310e4fbed2ef5f859ec1404619adea4207f391fd", "recipient": "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266",
		"time": json.Number("1690299812"), "expirationTime": json.Number("0"), "revocable": true, "refUID": zeroHash, "data": "0x1234",
	}
	domain := map[string]any{"name": EASDomainName, "version": "0.26", "chainId": json.Number("1"), "verifyingContract": "0xA1207F3BBa224E2c9c3c6D5aF63D0eb1582Ce587"}
	types := eip712.Types{structName: easMembers(0)}
	digest, err := (&eip712.TypedData{Types: types, PrimaryType: structName, Domain: domain, Message: message}).Digest()
	if err != nil {
		t.Fatal(err)
	}
	signature, err := s.sign(digest)
	if err != nil {
		t.Fatal(err)
	}
	u := easUID{schema: message["schema"].(string), recipient: common.HexToAddress("0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"), time: 1690299812, revocable: true, data: []byte{0x12, 0x34}}
	sig := map[string]any{"domain": domain, "primaryType": primary, "types": types, "message": message, "uid": u.hash().Hex(), "signature": "0x" + hex.EncodeToString(signature)}
	// included by the SDK, not signed
	message["version"], message["nonce"], message["salt"] = json.Number("0"), json.Number("0"), nil
	return asJSON(t, map[string]any{"signer": s.Address().Hex(), "sig": sig})
}

func TestLegacyAttestationsInTheirThreeForms(t *testing.T) {
	for _, c := range []struct {
		structName, primary string
		valid               bool
	}{
		{"Attestation", "Attestation", true}, {"Attest", "Attestation", true}, {"Attest", "Attest", true}, {"Attestation", "Attest", false},
	} {
		r, err := Verify(legacy(t, c.structName, c.primary))
		if err != nil {
			if c.valid {
				t.Errorf("%s as %s: %v", c.structName, c.primary, err)
			}
			continue
		}
		if r.Valid != c.valid || r.Standard != StandardEASLegacy {
			t.Errorf("%s as %s: %+v", c.structName, c.primary, r)
		}
	}
}

func TestKeyThatIsNoneIsRefusedWithoutShowingIt(t *testing.T) {
	for _, key := range []string{"", "0x12", strings.Repeat("0", 64), strings.Repeat("f", 64), "zz" + testKey[2:]} {
		if _, err := NewSigner(key, 8453); err == nil || key != "" && strings.Contains(err.Error(), key) {
			t.Errorf("%q: %v", key, err)
		}
	}
}
