package crypto

import (
	"net/http"
	"strings"
	"testing"

	"github.com/farebox/farebox/handlers/handlertest"
)

func service(t *testing.T) *handlertest.Service {
	t.Helper()
	return handlertest.New(t, "crypto", New().Register)
}

func TestSpecExamplesAreWhatTheRoutesAnswer(t *testing.T) { service(t).CheckExamples() }

// TestEmptyInputReachesTheHash: an empty parameter requests the namehash of the empty name.
func TestEmptyInputReachesTheHash(t *testing.T) {
	status, got := service(t).Get("/crypto/hash", "algo", "namehash", "input", "")
	if want := "0x" + strings.Repeat("0", 64); status != http.StatusOK || got["hash"] != want {
		t.Errorf("%d %v, want %s", status, got, want)
	}
}

// TestBigNumbersSurviveValidation: args may be JSON numbers of any size.
func TestBigNumbersSurviveValidation(t *testing.T) {
	status, got := service(t).Do(handlertest.Request(http.MethodPost, "/crypto/abi",
		`{"op":"encode","types":["uint256"],`+
			`"args":[115792089237316195423570985008687907853269984665640564039457584007913129639935]}`))
	if want := "0x" + strings.Repeat("f", 64); status != http.StatusOK || got["data"] != want {
		t.Errorf("%d %v, want %s", status, got, want)
	}
}
