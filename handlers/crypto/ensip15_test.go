package crypto

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	gen "github.com/farebox/farebox/gen/crypto"
)

// TestENSIP15ValidationTests hashes every name of ENSIP-15's validation tests, validate/tests.json of
// ens-normalize.js: those not in normal form are rejected, with the normal form in the error.
// docs/quality/crypto.md has the figures.
func TestENSIP15ValidationTests(t *testing.T) {
	file := os.Getenv("FAREBOX_ENSIP15")
	if file == "" {
		t.Skip("FAREBOX_ENSIP15 names no file of validation tests")
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct {
		Name    string
		Norm    *string
		Error   bool
		Version string
	}
	if err := json.Unmarshal(text, &cases); err != nil {
		t.Fatal(err)
	}

	var hashed, named, refused, encoded int
	for _, c := range cases {
		if c.Version != "" {
			continue // says what the tests are
		}
		_, err := New().CryptoHash(t.Context(), gen.CryptoHashRequestObject{Params: gen.CryptoHashParams{
			Algo: gen.CryptoHashParamsAlgoNamehash, Input: c.Name, Encoding: gen.CryptoHashParamsEncodingUTF8,
		}})
		switch {
		case c.Error && err == nil && strings.HasPrefix(c.Name, "["):
			encoded++ // [64 hex digits]: not a name but the hash of a label, which the route accepts
		case c.Error && err != nil:
			refused++
		case c.Error:
			t.Errorf("%q is hashed, and is not a name", c.Name)
		case c.Norm != nil && *c.Norm != c.Name:
			if err == nil || !strings.HasSuffix(err.Error(), "its normalised form is "+*c.Norm) {
				t.Errorf("%q is not refused with its normal form %q: %v", c.Name, *c.Norm, err)
				continue
			}
			named++
		case err != nil:
			t.Errorf("%q is refused: %v", c.Name, err)
		default:
			hashed++
		}
	}
	t.Logf("%d hashed, %d refused with their normal form, %d refused, %d hashes of labels",
		hashed, named, refused, encoded)
}
