package crypto

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	gen "github.com/farebox/farebox/gen/crypto"
	"github.com/farebox/farebox/internal/chain/abijson"
	"github.com/farebox/farebox/internal/problem"
)

func verify(t *testing.T, scheme gen.CryptoVerifyRequestScheme, message, signature string, expected *string) (gen.CryptoVerify200JSONResponse, error) {
	t.Helper()
	resp, err := New().CryptoVerify(t.Context(), gen.CryptoVerifyRequestObject{Body: &gen.CryptoVerifyRequest{
		Scheme: scheme, Message: json.RawMessage(message), Signature: signature, ExpectedSigner: expected,
	}})
	if err != nil {
		return gen.CryptoVerify200JSONResponse{}, err
	}
	return resp.(gen.CryptoVerify200JSONResponse), nil
}

// wantProblem checks that err is a problem with the status, the field and part of the detail.
func wantProblem(t *testing.T, err error, status int, field, part string) {
	t.Helper()
	var p *problem.Problem
	if !errors.As(err, &p) {
		t.Fatalf("got error %v, want a problem", err)
	}
	if p.Status != status || p.Field != field || !strings.Contains(p.Detail, part) {
		t.Fatalf("got %d, field %q, %q; want %d, field %q, a detail with %q", p.Status, p.Field, p.Detail, status, field, part)
	}
}

const (
	cow    = "0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826"
	dragon = "0x065a687103C9F6467380beE800ecD70B17f6b72F"

	domainMembers = `"EIP712Domain":[{"name":"name","type":"string"},{"name":"version","type":"string"},{"name":"chainId","type":"uint256"},{"name":"verifyingContract","type":"address"}]`
	mailDomain    = `"domain":{"name":"Ether Mail","version":"1","chainId":1,"verifyingContract":"0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC"}`
	mailTypes     = `"Person":[{"name":"name","type":"string"},{"name":"wallet","type":"address"}],"Mail":[{"name":"from","type":"Person"},{"name":"to","type":"Person"},{"name":"contents","type":"string"}]`
	mailMessage   = `"primaryType":"Mail","message":{"from":{"name":"Cow","wallet":"0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826"},"to":{"name":"Bob","wallet":"0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB"},"contents":"Hello, Bob!"}`
	mail          = `{"types":{` + domainMembers + `,` + mailTypes + `},` + mailDomain + `,` + mailMessage + `}`
	mailDigest    = "0xbe609aee343fb3c4b28e1df9e632fca64fcfaede20f02e86244efddf30957bd2"
	mailSignature = "0x4355c47d63924e8a72e509b65029052eb6c299d53a04e167c5775fd466751c9d07299936d304c153f6443dfa05f40ff007d72911b6f72307f996231605b915621c"

	mailWithArrays = `{"types":{` + domainMembers + `,"Person":[{"name":"name","type":"string"},{"name":"wallets","type":"address[]"}],"Mail":[{"name":"from","type":"Person"},{"name":"to","type":"Person[]"},{"name":"contents","type":"string"}],"Group":[{"name":"name","type":"string"},{"name":"members","type":"Person[]"}]},` + mailDomain + `,"primaryType":"Mail","message":{"from":{"name":"Cow","wallets":["0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826","0xDeaDbeefdEAdbeefdEadbEEFdeadbeEFdEaDbeeF"]},"to":[{"name":"Bob","wallets":["0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB","0xB0BdaBea57B0BDABeA57b0bdABEA57b0BDabEa57","0xB0B0b0b0b0b0B000000000000000000000000000"]}],"contents":"Hello, Bob!"}}`

	mailWithBytes = `{"types":{` + domainMembers + `,"Person":[{"name":"name","type":"string"},{"name":"wallet","type":"address"}],"Mail":[{"name":"from","type":"Person"},{"name":"to","type":"Person"},{"name":"contents","type":"string"},{"name":"payload","type":"bytes"}]},` + mailDomain + `,"primaryType":"Mail","message":{"from":{"name":"Cow","wallet":"0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826"},"to":{"name":"Bob","wallet":"0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB"},"contents":"Hello, Bob!","payload":"0x25192142931f380985072cdd991e37f65cf8253ba7a0e675b54163a1d133b8ca"}}`

	familyTree = `{"types":{` + domainMembers + `,"Person":[{"name":"name","type":"string"},{"name":"mother","type":"Person"},{"name":"father","type":"Person"}]},"domain":{"name":"Family Tree","version":"1","chainId":1,"verifyingContract":"0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC"},"primaryType":"Person","message":{"name":"Jon","mother":{"name":"Lyanna","father":{"name":"Rickard"}},"father":{"name":"Rhaegar","father":{"name":"Aeris II"}}}}`
)

// The vectors are those of EIP-712 itself ("Ether Mail") and of the reference implementation's test suite (arrays,
// recursion, bytes); the EIP-191 ones are from web3.js's documentation.
func TestPublishedSignaturesRecoverTheirSigner(t *testing.T) {
	for _, c := range []struct {
		name, scheme, message, signature, digest, signer string
	}{
		{"EIP-712 Ether Mail", "eip712", mail, mailSignature, mailDigest, cow},
		{"EIP-712 Ether Mail, domain type derived", "eip712", `{"types":{` + mailTypes + `},` + mailDomain + `,` + mailMessage + `}`, mailSignature, mailDigest, cow},
		{"EIP-712 Ether Mail, v as 1", "eip712", mail, strings.TrimSuffix(mailSignature, "1c") + "01", mailDigest, cow},
		{"EIP-712 arrays of structs and addresses", "eip712", mailWithArrays, "0x65cbd956f2fae28a601bebc9b906cea0191744bd4c4247bcd27cd08f8eb6b71c78efdf7a31dc9abee78f492292721f362d296cf86b4538e07b51303b67f749061b", "0xa85c2e2b118698e88db68a8105b794a8cc7cec074e89ef991cb4f5f533819cc2", cow},
		{"EIP-712 recursive type, missing children", "eip712", familyTree, "0xf2ec61e636ff7bb3ac8bc2a4cc2c8b8f635dd1b2ec8094c963128b358e79c85c5ca6dd637ed7e80f0436fe8fce39c0e5f2082c9517fe677cc2917dcd6c84ba881c", "0x807773b9faa9879d4971b43856c4d60c2da15c6f8c062bd9d33afefb756de19c", dragon},
		{"EIP-191 text", "eip191", `"Some data"`, "0xb91467e570a6466aa9e9876cbcd013baba02900b8979d43fe208a4a4f339f5fd6007e74cd82e037b800186422fc2da167c747ef045e5d18a5f5d4300f8e1a0291c", "0x1da44b586eb0729ff70a73c326926f6ed5a25f5b056e7f47fbc6e58d86871655", "0x2c7536E3605D9C16a7a3D7b1898e529396a65c23"},
		{"EIP-191 the same bytes as hex", "eip191", `"0x536f6d652064617461"`, "0xb91467e570a6466aa9e9876cbcd013baba02900b8979d43fe208a4a4f339f5fd6007e74cd82e037b800186422fc2da167c747ef045e5d18a5f5d4300f8e1a0291c", "0x1da44b586eb0729ff70a73c326926f6ed5a25f5b056e7f47fbc6e58d86871655", "0x2c7536E3605D9C16a7a3D7b1898e529396a65c23"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := verify(t, gen.CryptoVerifyRequestScheme(c.scheme), c.message, c.signature, nil)
			if err != nil {
				t.Fatal(err)
			}
			if got.Digest != c.digest || got.Signer != c.signer {
				t.Errorf("digest %s, signer %s; want %s, %s", got.Digest, got.Signer, c.digest, c.signer)
			}
			if got.Matches != nil {
				t.Errorf("matches is %v without an expected signer, want null", *got.Matches)
			}
		})
	}
	v, err := decodeJSON([]byte(mailWithBytes))
	if err != nil {
		t.Fatal(err)
	}
	digest, err := typedDigest(v)
	if err != nil || hexText(digest) != "0xb4aaf457227fec401db772ec22d2095d1235ee5d0833f56f59108c9ffc90fb4b" {
		t.Errorf("digest of the message with bytes: %x, %v", digest, err)
	}
}

func TestPublishedHashes(t *testing.T) {
	zero := "0x" + strings.Repeat("0", 64)
	for _, c := range []struct{ algo, input, encoding, want string }{
		// EIP-137
		{"namehash", "", "utf8", zero},
		{"namehash", "eth", "utf8", "0x93cdeb708b7545dc668eb9280176169d1c33cfd8ed6f04690a0bcc88a93fc4ae"},
		{"namehash", "foo.eth", "utf8", "0xde9b09fd7c5f901e23a3f19fecc54828e9c848539801e86591bd9801b019f84f"},
		{"namehash", "[4f5b812789fc606be1b3b16908db13fc7a9adf7ca72641f84d75b47069d3d7f0].[4f5b812789fc606be1b3b16908db13fc7a9adf7ca72641f84d75b47069d3d7f0]", "utf8", ""},
		{"labelhash", "eth", "utf8", "0x4f5b812789fc606be1b3b16908db13fc7a9adf7ca72641f84d75b47069d3d7f0"},
		{"labelhash", "[4f5b812789fc606be1b3b16908db13fc7a9adf7ca72641f84d75b47069d3d7f0]", "utf8", "0x4f5b812789fc606be1b3b16908db13fc7a9adf7ca72641f84d75b47069d3d7f0"},
		{"namehash", "foo.[4f5b812789fc606be1b3b16908db13fc7a9adf7ca72641f84d75b47069d3d7f0]", "utf8", "0xde9b09fd7c5f901e23a3f19fecc54828e9c848539801e86591bd9801b019f84f"},
		// Keccak-256 and FIPS 180-4
		{"keccak256", "", "utf8", "0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470"},
		{"keccak256", "abc", "utf8", "0x4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45"},
		{"keccak256", "0x616263", "hex", "0x4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45"},
		{"keccak256", "616263", "hex", "0x4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45"},
		{"sha256", "abc", "utf8", "0xba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
		{"sha256", "", "utf8", "0xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
		{"sha256", "0x", "hex", "0xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
		// ERC-20, Solidity documentation, EIP-712 domain
		{"selector", "transfer(address,uint256)", "utf8", "0xa9059cbb"},
		{"selector", "function transfer(address,uint256)", "utf8", "0xa9059cbb"},
		{"selector", "baz(uint32,bool)", "utf8", "0xcdcd77c0"},
		{"selector", "bar(bytes3[2])", "utf8", "0xfce353f6"},
		{"selector", "sam(bytes,bool,uint256[])", "utf8", "0xa5643bf2"},
		{"selector", "f(uint256,uint32[],bytes10,bytes)", "utf8", "0x8be65246"},
		{"selector", "g(uint256[][],string[])", "utf8", "0x2289b18c"},
		{"selector", "error Error(string)", "utf8", "0x08c379a0"},
		{"selector", "aggregate3((address,bool,bytes)[])", "utf8", "0x82ad56cb"},
		{"event_topic", "Transfer(address,address,uint256)", "utf8", "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef"},
		{"event_topic", "event Approval(address,address,uint256)", "utf8", "0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925"},
	} {
		resp, err := New().CryptoHash(t.Context(), gen.CryptoHashRequestObject{Params: gen.CryptoHashParams{
			Algo: gen.CryptoHashParamsAlgo(c.algo), Input: c.input, Encoding: gen.CryptoHashParamsEncoding(c.encoding),
		}})
		if err != nil {
			t.Errorf("%s(%q): %v", c.algo, c.input, err)
			continue
		}
		got := resp.(gen.CryptoHash200JSONResponse)
		if c.want != "" && got.Hash != c.want || string(got.Algo) != c.algo {
			t.Errorf("%s(%q) = %s, want %s", c.algo, c.input, got.Hash, c.want)
		}
	}
}

func TestInputsThatHashToNothingOfUseAreRefused(t *testing.T) {
	for _, c := range []struct{ algo, input, encoding, field, part string }{
		{"sha256", "\xe9", "utf8", "input", "not UTF-8"},
		{"selector", "", "utf8", "input", "a name and types in parentheses"},
		{"selector", "transfer", "utf8", "input", "a name and types in parentheses"},
		{"selector", "transfer(address, uint256)", "utf8", "input", "which is transfer(address,uint256)"},
		{"selector", "transfer(address to, uint amount)", "utf8", "input", "which is transfer(address,uint256)"},
		{"selector", "f((uint a,(bool b)[2] c)[] s)", "utf8", "input", "which is f((uint256,(bool)[2])[])"},
		{"event_topic", "event Transfer(address indexed from, address indexed to, uint256 value)", "utf8", "input", "which is Transfer(address,address,uint256)"},
		{"selector", "f(uint7)", "utf8", "input", "8 to 256 bits"},
		{"selector", "f(bytes33)", "utf8", "input", "bytes1 to bytes32"},
		{"selector", "f(MyToken)", "utf8", "input", "not an elementary type"},
		{"selector", "f(uint256", "utf8", "input", "closing parenthesis is missing"},
		{"selector", "f(uint256,)", "utf8", "input", "type is missing"},
		{"selector", "f(,)", "utf8", "input", "type is missing"},
		{"selector", "f(uint256)x", "utf8", "input", "follows the closing parenthesis"},
		{"selector", "f(uint256 a b)", "utf8", "input", "does not belong after a type"},
		{"selector", "f((uint256)x[])", "utf8", "input", ""},
		{"selector", "(uint256)", "utf8", "input", "is not a name"},
		{"selector", "f" + strings.Repeat("(", 5000), "utf8", "input", "nested more than"},
		{"selector", "f(uint256[0])", "utf8", "input", "array dimensions"},
		{"namehash", "foo..eth", "utf8", "input", "a label is empty"},
		{"namehash", ".eth", "utf8", "input", "a label is empty"},
		{"namehash", "Foo.eth", "utf8", "input", "its normalised form is foo.eth"},
		{"namehash", "foo bar.eth", "utf8", "input", "is not an ENS name"},
		{"namehash", "vit\u0430lik.eth", "utf8", "input", "is not an ENS name"},
		{"namehash", "ab--c.eth", "utf8", "input", "is not an ENS name"},
		{"namehash", "1\ufe0f\u20e3.eth", "utf8", "input", "its normalised form is 1\u20e3.eth"},
		{"labelhash", "Nick", "utf8", "input", "its normalised form is nick"},
		{"labelhash", "a\u200db", "utf8", "input", "is not an ENS name"},
		{"labelhash", "foo.eth", "utf8", "input", "no dot"},
		{"labelhash", "", "utf8", "input", "a label is empty"},
		{"keccak256", "0xabc", "hex", "input", "even number"},
		{"sha256", "0xzz", "hex", "input", "hex digits"},
		{"namehash", "eth", "hex", "encoding", "keccak256 and sha256"},
	} {
		_, err := New().CryptoHash(t.Context(), gen.CryptoHashRequestObject{Params: gen.CryptoHashParams{
			Algo: gen.CryptoHashParamsAlgo(c.algo), Input: c.input, Encoding: gen.CryptoHashParamsEncoding(c.encoding),
		}})
		t.Run(c.algo+" "+abijson.Clip(c.input), func(t *testing.T) { wantProblem(t, err, 400, c.field, c.part) })
	}
}
