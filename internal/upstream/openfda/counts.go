package openfda

import (
	"context"
	"slices"
	"strconv"
	"time"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/scalar"
)

// Counts are numbers of records by the values of a field, most first, and by day for a date. A record with several
// values counts once under each.
type Counts struct{ Values []Count }

// Count is a value with its number of records.
type Count struct {
	Term  scalar.Text `json:"term,omitempty"`
	Day   scalar.Text `json:"time,omitempty"` // of a date, in place of Term: 20260730
	Count int         `json:"count"`
}

// Of is the number of records with the value, 0 when it is not listed.
func (c Counts) Of(term string) int {
	for _, v := range c.Values {
		if string(v.Term) == term {
			return v.Count
		}
	}
	return 0
}

// Has is whether one of the terms is listed: where none of those that a field can have is, nothing was counted.
func (c Counts) Has(terms ...string) bool {
	return slices.ContainsFunc(c.Values, func(v Count) bool { return slices.Contains(terms, string(v.Term)) })
}

// counted is the frame of an answer with counts.
type counted struct {
	Meta    dated   `json:"meta"`
	Results []Count `json:"results"`
}

// DataOf implements [upstream.Dated].
func (c *counted) DataOf() time.Time { return c.Meta.day() }

// counts gives the API's own number of values, 100, when the limit is 0. Dates are never cut by it.
func (c *Client) counts(ctx context.Context, path, search, field string, limit int, ttl time.Duration) (Counts, error) {
	request := refusing(c.c.Get(path)).
		Query("search", search).
		Query("count", field).
		TTL(ttl)
	if limit > 0 {
		request.Query("limit", strconv.Itoa(limit))
	}

	var came counted
	_, err := request.Check(func(resp *upstream.Response) error {
		var page counted
		if err := resp.JSON(&page); err != nil {
			return err
		}
		if len(page.Results) == 0 { // status 404 says so
			return upstream.Lacks("results[]")
		}
		for _, v := range page.Results {
			if v.Count < 0 || (v.Term == "" && v.Day == "") {
				return upstream.Drifted("results[].term", "a value with its count", "nothing")
			}
		}
		return nil
	}).JSON(ctx, &came)
	if err != nil {
		return Counts{}, err
	}
	return Counts{came.Results}, nil
}
