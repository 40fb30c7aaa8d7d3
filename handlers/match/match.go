// Package match answers the /match routes: comparing names and other identifying texts, their keys,
// their standard form and the duplicates of a list. The engine is package names; here are the
// routes, the model that weighs further fields and titles by the list (linkage.go, model.go, titles.go), and the
// clusters.
package match

import (
	"cmp"
	"errors"
	"strings"

	"github.com/labstack/echo/v4"

	gen "github.com/farebox/farebox/gen/match"
	"github.com/farebox/farebox/internal/each"
	"github.com/farebox/farebox/internal/party/names"
	"github.com/farebox/farebox/internal/party/samename"
	"github.com/farebox/farebox/internal/problem"
)

// Handlers answers the routes of the family.
type Handlers struct {
	engine *names.Engine
}

// New returns the handlers of the match family over an engine, which other families may share.
func New(engine *names.Engine) *Handlers { return &Handlers{engine: engine} }

// Register puts the family's routes on the router.
func (h *Handlers) Register(e *echo.Echo) { gen.Register(e, h) }

// kindOf reads the type that the caller gave, or guesses it from the texts.
func (h *Handlers) kindOf(given *string, texts ...string) (kind names.Kind, guessed bool, err error) {
	if given == nil || strings.TrimSpace(*given) == "" {
		return h.engine.Guess(texts...), true, nil
	}
	kind, ok := names.ParseKind(*given)
	if !ok {
		return "", false, problem.Invalid("type", "type must be one of %s", kindList())
	}
	return kind, false, nil
}

func kindList() string {
	out := each.Of(names.Kinds(), func(k names.Kind) string { return string(k) })
	return strings.Join(out, ", ")
}

// prepare reads one input; a text that cannot be read is the caller's mistake.
func (h *Handlers) prepare(kind names.Kind, field, text, country string) (*names.Form, error) {
	f, err := h.read(kind, text, strings.ToUpper(country))
	if err != nil {
		return nil, problem.Invalid(field, "%s %s", field, unreadable(kind, err))
	}
	return f, nil
}

// errNobody is about a placeholder for a name.
var errNobody = errors.New("a placeholder")

// read prepares a text. A placeholder such as N/A is equal to every other one, and names nobody.
func (h *Handlers) read(kind names.Kind, text, region string) (*names.Form, error) {
	switch kind {
	case names.Person, names.Company, names.Vessel:
		if samename.Nobody(text) {
			return nil, errNobody
		}
	}
	return h.engine.Prepare(kind, text, region)
}

// unreadable says why a text could not be prepared.
func unreadable(kind names.Kind, err error) string {
	if errors.Is(err, names.ErrEmpty) {
		return "must hold at least one letter or digit"
	}
	if errors.Is(err, errNobody) {
		return "must be a name, not a placeholder such as N/A or unknown"
	}
	switch kind {
	case names.Email:
		return "is no email address: it needs a name, an @ and a domain"
	case names.Phone:
		return "is no phone number: it needs 3 or more digits and at most 64 characters"
	case names.Domain:
		return "is no domain name"
	case names.Date:
		return "is no date: write it as 2006-01-02"
	}
	return "is not readable as " + string(kind)
}

// details of the reasons in words, for people and models that read the answer.
var details = map[names.Code]string{
	names.Exact: "equal after normalisation", names.TokenAgreement: "equal words", names.Transliteration: "ways of writing one name in Latin letters",
	names.SpellingVariant: "spellings of one name", names.Nickname: "a nickname", names.Initials: "initials agree", names.Phonetic: "sounds alike",
	names.Typo: "a few letters differ, as in a slip", names.Spacing: "written together on one side and apart on the other", names.WordOrder: "the order differs",
	names.Abbreviation: "an abbreviation or other form of the word", names.LegalFormCode: "legal forms", names.Canonical: "one thing, written differently",
	names.DifferentName: "different names", names.DifferentWord: "different words", names.MissingWord: "on one side only", names.SuffixConflict: "different generation (Jr, Sr, II)",
	names.TitleConflict: "titles of different sex", names.NumberConflict: "different numbers", names.UnitConflict: "different unit or extension", names.PlaceConflict: "different place",
	names.StreetConflict: "different street", names.ModelConflict: "different model or variant", names.CommonName: "an initial and a common family name agree by chance",
	names.OneWord: "a single word against a longer name", names.FamilyConflict: "the family names do not agree", names.WritingConflict: "one reading of different characters",
	names.SoundOnly: "read by its sound alone, as names of foreigners are in Chinese and Japanese",
}

// supports says whether a reason speaks for a match. Caps and points taken speak against.
func supports(r names.Reason) bool {
	if r.Cap > 0 || r.Effect < 0 {
		return false
	}
	switch r.Code {
	case names.DifferentName, names.DifferentWord, names.MissingWord, names.SuffixConflict, names.PlaceConflict, names.StreetConflict:
		return false
	}
	return true
}

// sides names the words that a reason is about.
func sides(a, b string) string {
	switch {
	case a == "" && b == "":
		return ""
	case a == "" || b == "" || a == b:
		return ": " + cmp.Or(a, b)
	}
	return ": " + a + ", " + b
}
