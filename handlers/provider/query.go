package provider

import (
	"strings"

	gen "github.com/farebox/farebox/gen/provider"
	"github.com/farebox/farebox/internal/party/identifier"
	"github.com/farebox/farebox/internal/party/names"
	"github.com/farebox/farebox/internal/party/samename"
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
		name:         strings.TrimSpace(response.OrZero(in.name)),
		organization: strings.TrimSpace(response.OrZero(in.organization)),
	}
	if in.birthYear != nil {
		q.birthYear = *in.birthYear
	}
	q.state = response.OrZero(in.state)
	npi := strings.TrimSpace(response.OrZero(in.npi))
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
	return q, h.readName(q)
}

// readName prepares the name that was given, and takes a person's apart.
func (h *Handlers) readName(q *query) error {
	for field, text := range map[string]string{"name": q.name, "organization": q.organization} {
		if q.npi != "" && samename.Nobody(text) { // else a right NPI would be somebody else's
			return problem.Invalid(field, "%s must be a name, not a placeholder", field)
		}
	}

	var err error
	switch {
	case q.organization != "":
		if q.form, err = h.engine.Prepare(names.Company, q.organization, ""); err != nil {
			return problem.Invalid("organization", "organization must hold a letter or digit that can be compared")
		}
	case q.name != "":
		if q.form, err = h.engine.Prepare(names.Person, q.name, ""); err != nil {
			return problem.Invalid("name", "name must hold a letter that can be compared")
		}
		parts := h.engine.Standardize(q.form).Parts
		q.first = strings.TrimSuffix(parts["given"], ".")
		q.last = parts["family"]
		if q.npi == "" && (q.first == "" || len(q.last) < 2) {
			return problem.Invalid("name", "name must have a given name or its initial and a family name, "+
				"such as Ardalan Enkeshafi; for an organisation use organization")
		}
	}

	return nil
}

func (q *query) shown() gen.ProviderQuery {
	return gen.ProviderQuery{
		Npi:          response.OrNull(q.npi),
		Name:         response.OrNull(q.name),
		Organization: response.OrNull(q.organization),
		State:        response.OrNull(q.state),
	}
}
