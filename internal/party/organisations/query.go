package organisations

import (
	"strings"
	"unicode"

	"github.com/farebox/farebox/internal/party/identifier"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/upstream/sec"
)

// Kind is what a query names an organisation by.
type Kind string

// The kinds.
const (
	ByName   Kind = "name"
	ByTicker Kind = "ticker"
	ByCIK    Kind = "cik"
	ByLEI    Kind = "lei"
	ByQID    Kind = "qid"
	ByISIN   Kind = "isin"
)

// Query names one organisation.
type Query struct {
	Kind  Kind
	Value string // in the form that answers show
}

// Inputs are the parameters of a route of which exactly one has to be there.
type Inputs struct {
	Name, Ticker, CIK, LEI, QID, ISIN *string
}

// Query is the one input, checked with its check digits. Its errors are for the caller.
func (in Inputs) Query() (Query, error) {
	var query Query
	given := 0
	for _, input := range []struct {
		kind Kind
		text *string
	}{
		{ByName, in.Name},
		{ByTicker, in.Ticker},
		{ByCIK, in.CIK},
		{ByLEI, in.LEI},
		{ByQID, in.QID},
		{ByISIN, in.ISIN},
	} {
		if input.text == nil {
			continue
		}
		given++
		query = Query{
			Kind:  input.kind,
			Value: strings.TrimSpace(*input.text),
		}
	}

	switch {
	case given == 0:
		return Query{}, problem.InvalidCode("", problem.CodeMissingInput, "give one of %s", wanted)
	case given > 1:
		return Query{}, problem.InvalidCode("", problem.CodeAmbiguous, "give exactly one of %s", wanted)
	}
	return query.checked()
}

const wanted = "name, ticker, cik, lei, qid and isin"

func (q Query) checked() (Query, error) {
	var err error
	switch q.Kind {
	case ByName:
		if !strings.ContainsFunc(q.Value, letter) {
			return q, problem.Invalid("name", "name must hold a letter or digit")
		}
	case ByTicker:
		ticker := sec.Ticker(q.Value)
		if ticker == "" {
			return q, problem.Invalid(
				"ticker",
				"a ticker has at most 12 letters and digits, with one mark before the "+
					"class of shares, such as AAPL or BRK.B",
			)
		}
		q.Value = ticker
	case ByCIK:
		q.Value, err = identifier.CIK(q.Value)
	case ByLEI:
		q.Value, err = identifier.LEI(q.Value)
	case ByQID:
		q.Value, err = identifier.QID(q.Value)
	case ByISIN:
		q.Value, err = identifier.ISIN(q.Value)
	}

	if err != nil {
		return q, problem.Invalid(string(q.Kind), "%s", err)
	}
	return q, nil
}

func letter(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
