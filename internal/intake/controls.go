package intake

import (
	"errors"
	"net/http"
	"net/url"
	"strings"

	"github.com/farebox/farebox/internal/fieldmask"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/spec"
)

// The controls of every paid route: parameters of its query that say something about the answer and are no inputs of
// the work.
const (
	fieldsControl = "fields"
	checkControl  = "check"
)

// ControlNames are the names of the controls.
var ControlNames = []string{fieldsControl, checkControl}

// Controls are what a caller says about an answer.
type Controls struct {
	Fields *fieldmask.Mask // what of the answer goes out; nil: all of it
	Check  bool            // nothing is bought: the call is looked at only
}

// mayHaveControls is false for a query that has none for sure.
func mayHaveControls(query string) bool {
	return strings.Contains(query, fieldsControl) || strings.Contains(query, checkControl)
}

// TakeControls takes the controls out of the query of a paid route. What is left is what is bought, so that a repeat
// with other fields is the same purchase.
func TakeControls(r *http.Request, op *spec.Operation) (Controls, error) {
	var c Controls
	raw := r.URL.RawQuery
	if !mayHaveControls(raw) {
		return c, nil
	}

	var left, fields []string
	for part := range strings.SplitSeq(raw, "&") {
		name, value, _ := strings.Cut(part, "=")
		text, err := url.QueryUnescape(value)
		if name != fieldsControl && name != checkControl || op.Takes(name) {
			left = append(left, part)
			continue
		}
		if err != nil {
			return c, problem.InvalidCode("query", problem.CodeMalformedQuery, "the query string is not URL-encoded")
		}

		if name == fieldsControl {
			fields = append(fields, text)
			continue
		}
		if c.Check, err = truth(checkControl, text); err != nil {
			return c, err
		}
	}

	r.URL.RawQuery = strings.Join(left, "&")
	var err error
	c.Fields, err = readFields(strings.Join(fields, ","), op)
	return c, err
}

// readFields is the mask of a list of members; nil for an empty list.
func readFields(text string, op *spec.Operation) (*fieldmask.Mask, error) {
	if strings.Trim(text, ", ") == "" {
		return nil, nil
	}
	if op.Output == nil {
		return nil, problem.Invalid(fieldsControl, "the answer of %s is not JSON, so that it has no members", op.Name())
	}

	mask, err := fieldmask.Parse(text, op.Output)
	var unknown *fieldmask.Unknown
	switch {
	case errors.As(err, &unknown) && len(unknown.Near) > 0:
		return nil, problem.Invalid(fieldsControl, "%s is not a member of the answer of %s; did you mean %s?",
			quoteName(unknown.Path), op.Name(), strings.Join(unknown.Near, ", ")).With("did_you_mean", unknown.Near)
	case unknown != nil:
		return nil, problem.Invalid(fieldsControl, "%s is not a member of the answer of %s; it has %s",
			quoteName(unknown.Path), op.Name(), strings.Join(fieldmask.Names(op.Output), ", "))
	case err != nil:
		return nil, problem.Invalid(fieldsControl, "fields %s", err)
	}
	return mask, nil
}

// truth reads a truth value as queries have it. The empty text counts as not given.
func truth(name, text string) (bool, error) {
	switch strings.ToLower(strings.TrimSpace(text)) {
	case "true", "1", "yes":
		return true, nil
	case "false", "0", "no", "":
		return false, nil
	}
	return false, problem.Invalid(name, "%s must be true or false", name)
}
