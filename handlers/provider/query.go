package provider

import (
	"strings"

	gen "github.com/farebox/farebox/gen/provider"
	"github.com/farebox/farebox/internal/party/identifier"
	"github.com/farebox/farebox/internal/party/names"
	"github.com/farebox/farebox/internal/place/usstate"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
)

// query is what the caller asks for; empty is what was not given.
type query struct {
	npi          string
	name         string // of a person
	organization string
	state        string // two letters
	birthYear    int

	form        *names.Form // of name or organization; nil without
	first, last string      // of the person
}

type inputs struct {
	npi, name, organization, state *string
	birthYear                      *int
}

// readQuery reads and checks the inputs.
func (h *Handlers) readQuery(in inputs) (*query, error) {
	q := &query{
		name:         trimmed(in.name),
		organization: trimmed(in.organization),
	}
	if in.birthYear != nil {
		q.birthYear = *in.birthYear
	}
	npi := trimmed(in.npi)
	switch {
	case npi == "" && q.name == "" && q.organization == "":
		return nil, problem.New(400, problem.CodeMissingInput, "give one of npi, name and organization")
	case q.name != "" && q.organization != "":
		return nil, problem.InvalidCode("organization", problem.CodeAmbiguous,
			"give name for a person or organization, not both")
	case q.birthYear != 0 && q.organization != "":
		return nil, problem.Invalid("birth_year", "birth_year is for persons; omit it for an organization")
	}

	var err error
	if npi != "" {
		if q.npi, err = identifier.NPI(npi); err != nil {
			return nil, problem.Invalid("npi", "%s", err)
		}
	}
	if state := trimmed(in.state); state != "" {
		s, ok := usstate.Find(state)
		if !ok {
			return nil, problem.Invalid("state", "state must be a US state or territory, such as MD or Maryland")
		}
		q.state = s.Code
	}
	return q, h.readName(q)
}

// readName prepares the name that was given, and takes a person's apart.
func (h *Handlers) readName(q *query) error {
	var err error
	switch {
	case q.organization != "":
		if q.form, err = h.engine.Prepare(names.Company, q.organization, ""); err != nil {
			return problem.Invalid("organization", "organization must hold a letter or digit that can be compared")
		}
	case q.name != "":
		q.name = withoutCredentials(q.name)
		if q.form, err = h.engine.Prepare(names.Person, q.name, ""); err != nil {
			return problem.Invalid("name", "name must hold a letter that can be compared")
		}
		parts := h.engine.Standardize(q.form).Parts
		q.first = strings.TrimSuffix(parts["given"], ".")
		q.last = parts["family"]
		if q.npi == "" && (len(q.first) < 2 || q.last == "") {
			return problem.Invalid("name", "name must have a given name of two letters or more and a family name, "+
				"such as Ardalan Enkeshafi; for an organisation use organization")
		}
	}

	return nil
}

// credentials are what providers have behind their names.
const credentials = " md do dds dmd dpm od dc np pa pac rn lpn crna cnm cns aprn arnp fnp fnpc fnpbc dnp msn phd psyd pharmd rph " +
	"pt dpt ot otr slp lcsw lmft lpc lmhc msw bcba aud ma ms mph facp facs "

// withoutCredentials is a person's name without what stands behind it. One that has a vowel may be a name unless it is
// behind a comma or has points: Anh Do, Anh Tran, DO.
func withoutCredentials(name string) string {
	words := strings.Fields(name)
	for last := len(words) - 1; last > 1; last-- {
		letters := strings.NewReplacer(".", "", ",", "", "-", "").Replace(strings.ToLower(words[last]))
		apart := strings.HasSuffix(words[last-1], ",") || strings.Contains(words[last], ".")
		if !strings.Contains(credentials, " "+letters+" ") || !apart && strings.ContainsAny(letters, "aeiou") {
			break
		}
		words = words[:last]
	}
	return strings.TrimRight(strings.Join(words, " "), ",")
}

func trimmed(text *string) string {
	if text == nil {
		return ""
	}
	return strings.TrimSpace(*text)
}

func (q *query) shown() gen.ProviderQuery {
	return gen.ProviderQuery{
		Npi:          response.OrNull(q.npi),
		Name:         response.OrNull(q.name),
		Organization: response.OrNull(q.organization),
		State:        response.OrNull(q.state),
	}
}
