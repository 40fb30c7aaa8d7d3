package breach

import (
	"context"
	"crypto/sha1"
	"encoding/hex"
	"strings"
	"unicode/utf8"

	gen "github.com/farebox/farebox/gen/breach"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/upstream/pwnedpasswords"
)

// secret is the password as given, in one of the four forms.
type secret struct{ password, sha1, ntlm, hash *string }

// lookup is the hash to look for, upper-case hex.
func (s secret) lookup() (pwnedpasswords.Mode, string, error) {
	given := 0
	for _, p := range []*string{s.password, s.sha1, s.ntlm, s.hash} {
		if p != nil {
			given++
		}
	}

	if given != 1 {
		code := problem.CodeAmbiguous
		if given == 0 {
			code = problem.CodeMissingInput
		}
		return "", "", problem.InvalidCode("password", code, "give exactly one of password, sha1, ntlm and hash")
	}

	switch {
	case s.password != nil && strings.ContainsRune(*s.password, utf8.RuneError):
		return "", "", problem.Invalid("password", "password must be valid Unicode: send its hash if it has other bytes") // it would be the hash of another password
	case s.password != nil:
		sum := sha1.Sum([]byte(*s.password))
		return pwnedpasswords.SHA1, strings.ToUpper(hex.EncodeToString(sum[:])), nil
	case s.sha1 != nil:
		return hexOf("sha1", *s.sha1, pwnedpasswords.SHA1)
	case s.ntlm != nil:
		return hexOf("ntlm", *s.ntlm, pwnedpasswords.NTLM)
	case len(strings.TrimSpace(*s.hash)) == 32:
		return hexOf("hash", *s.hash, pwnedpasswords.NTLM)
	}

	return hexOf("hash", *s.hash, pwnedpasswords.SHA1)
}

func hexOf(field, text string, mode pwnedpasswords.Mode) (pwnedpasswords.Mode, string, error) {
	text = strings.ToUpper(strings.TrimSpace(text))
	want := map[pwnedpasswords.Mode]int{pwnedpasswords.SHA1: 40, pwnedpasswords.NTLM: 32}[mode]
	if len(text) != want || strings.Trim(text, "0123456789ABCDEF") != "" {
		if field == "hash" {
			return "", "", problem.Invalid(field, "hash must have 40 (SHA-1) or 32 (NTLM) hex characters")
		}
		return "", "", problem.Invalid(field, "%s must have %d hex characters", field, want)
	}
	return mode, text, nil
}

// BreachPassword answers POST /breach/password.
func (h *Handlers) BreachPassword(ctx context.Context, req gen.BreachPasswordRequestObject) (gen.BreachPasswordResponseObject, error) {
	b := req.Body
	mode, hash, err := secret{b.Password, b.Sha1, b.Ntlm, b.Hash}.lookup()
	if err != nil {
		return nil, err
	}
	found, err := h.passwords.Look(ctx, mode, hash)
	if err != nil {
		return nil, err
	}
	answer := gen.BreachPassword200JSONResponse{
		Compromised: found.Count > 0, BreachCount: found.Count, HashPrefix: hash[:pwnedpasswords.PrefixLength], HashMode: gen.BreachPasswordHashMode(mode),
		Source: "pwnedpasswords.com", Attribution: pwnedpasswords.Provider.Attribution, Disclaimer: disclaimer,
	}
	answer.KAnonymity.PrefixLength = pwnedpasswords.PrefixLength
	answer.KAnonymity.SuffixesInRange = found.Suffixes
	answer.KAnonymity.Padding = true
	return answer, nil
}
