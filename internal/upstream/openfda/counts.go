package openfda

import (
	"context"
	"strconv"
	"time"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/scalar"
)

// Counts are numbers of records by the values of a field, most first, and by day for a date. A record with several
// values counts once under each.
type Counts struct {
	Updated string // the day of the data set, as 2026-07-30
	Values  []Count
}

// Count is a value with its number of records.
type Count struct {
	Term  scalar.Text `json:"term"`
	Day   scalar.Text `json:"time"` // of a date, in place of Term: 20260730
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

// counts gives the API's own number of values, 100, when the limit is 0. Dates are never cut by it.
func (c *Client) counts(
	ctx context.Context, path, search, field string, limit int, ttl time.Duration,
) (Counts, error) {
	request := refusing(c.c.Get(path)).
		Query("search", search).
		Query("count", field).
		TTL(ttl)
	if limit > 0 {
		request.Query("limit", strconv.Itoa(limit))
	}

	var came answer[Count]
	_, err := request.Check(func(resp *upstream.Response) error {
		if err := refused(resp); err != nil {
			return err
		}
		var page answer[Count]
		if err := resp.JSON(&page); err != nil {
			return err
		}
		if page.Results == nil {
			return upstream.BadResponse.Errorf("an answer without counts")
		}
		for _, v := range page.Results {
			if v.Count < 0 || (v.Term == "" && v.Day == "") {
				return upstream.BadResponse.Errorf("a count of nothing")
			}
		}
		return nil
	}).JSON(ctx, &came)
	if err != nil {
		return Counts{}, err
	}
	return Counts{
		Updated: came.Meta.Updated,
		Values:  came.Results,
	}, nil
}
