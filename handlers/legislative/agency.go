package legislative

import (
	"regexp"
	"strings"

	"github.com/farebox/farebox/internal/chosen"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/upstream/federalregister"
)

// agency is one as a caller named it: empty if there is none. regulations.gov takes its letters, the Federal Register
// its slug.
type agency string

var agencyLetters = regexp.MustCompile(`^[A-Z][A-Z0-9]{1,14}$`)

// code is the letters of an agency, empty when none was asked for. Letters are left to regulations.gov to know, which
// has some that the Federal Register has not.
func (h *Handlers) code(a agency) (string, error) {
	if letters := strings.ToUpper(string(a)); a == "" || agencyLetters.MatchString(letters) {
		return letters, nil
	}
	known, err := h.known(a)
	if err != nil {
		return "", err
	}
	if known.ShortName == "" {
		return "", problem.Invalid("agency", "agency %s has no abbreviation on record; give that of regulations.gov",
			known.Slug)
	}
	return strings.ToUpper(known.ShortName), nil
}

// slug is the slug of an agency, empty when none was asked for.
func (h *Handlers) slug(a agency) (string, error) {
	if a == "" {
		return "", nil
	}
	known, err := h.known(a)
	return known.Slug, err
}

// known looks the agency up in the Federal Register's list. One slug that does not exist fails a whole search there.
func (h *Handlers) known(a agency) (federalregister.Agency, error) {
	list, err := h.agencies.List()
	if err != nil {
		return federalregister.Agency{}, err
	}
	known, _, err := chosen.One("agency", string(a), "agency at federalregister.gov", list,
		federalregister.Agency.Names)
	return known, err
}

// named is what the Federal Register's list calls an agency of these letters, nil where it does not say.
func (h *Handlers) named(letters string) *string {
	known, err := h.known(agency(letters))
	if err != nil || known.Name == "" {
		return nil
	}
	return &known.Name
}

// lettersOf are those of an agency of this slug, nil where the list does not say.
func (h *Handlers) lettersOf(slug string) *string {
	known, err := h.known(agency(slug))
	if err != nil || known.ShortName == "" {
		return nil
	}
	return &known.ShortName
}
