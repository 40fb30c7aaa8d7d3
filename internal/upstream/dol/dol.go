// Package dol reads the enforcement data of the Occupational Safety and Health Administration by the open data API of
// the Department of Labor (version 4), which needs a key.
//
// The data are reloaded every night. A question without a match has an empty body for an answer.
package dol

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/internal/upstream"
)

// Provider is the API. Long series of calls are rejected with 429.
var Provider = upstream.Provider{
	Name:        "dol",
	BaseURL:     "https://apiprod.dol.gov/v4",
	Docs:        "https://dataportal.dol.gov/user-guide",
	Attribution: "U.S. Department of Labor, Occupational Safety and Health Administration",
	Terms:       "public domain (17 U.S.C. 105)",
	Checked:     "recorded 2026-09",
	Keys: []upstream.Key{{
		Env:      "DOL_API_KEY",
		Header:   "X-API-KEY",
		Required: true,
		Gives:    "/osha/screen",
	}},

	RatePerMinute: 20,
	Burst:         6,
	TTL:           12 * time.Hour,
	StaleFor:      72 * time.Hour,
	Timeout:       25 * time.Second,
	MaxBytes:      16 << 20,
}

// Client calls the API.
type Client struct{ c *upstream.Client }

// New makes a client.
func New(pool *upstream.Pool) *Client { return &Client{pool.ProbedClient(Provider, probe)} }

// probe asks for the citations of an inspection of 2017.
func probe(ctx context.Context, u *upstream.Client) error {
	violations, err := (&Client{u}).Violations(ctx, []int64{342235454}, 10)
	if err != nil {
		return err
	}
	return upstream.Has("activity_nr", violations, "inspection 342235454", func(v Violation) bool {
		return v.Activity == 342235454
	})
}

// Inspection is a visit of an inspector. Days are midnights without a zone: 2017-04-05T00:00:00. The recorded rows have
// all columns, with null for what is not known.
type Inspection struct {
	Activity  int64   `json:"activity_nr" contract:"key"`
	Name      string  `json:"estab_name"` // CHEWY, LLC
	City      *string `json:"site_city"`
	State     *string `json:"site_state"`
	NAICS     *string `json:"naics_code"`
	Type      *string `json:"insp_type"` // A accident, B complaint, C referral, H planned, M fatality ...
	Opened    string  `json:"open_date" contract:"past"`
	CloseCase *string `json:"close_case_date" contract:"none past"` // null while the case is open
}

// Violation is an item of a citation. Items that are cited together have their penalty on one of them.
type Violation struct {
	Activity int64            `json:"activity_nr"`
	Citation string           `json:"citation_id"` // 01001A
	Type     *string          `json:"viol_type"`   // S serious, W willful, R repeat, O other, U unclassified
	Issued   *string          `json:"issuance_date" contract:"past"`
	Initial  *decimal.Decimal `json:"initial_penalty"` // dollars
	Current  *decimal.Decimal `json:"current_penalty"` // after settlements and decisions
	Deleted  *string          `json:"delete_flag"`     // X for what was taken back
}

// condition is a part of a filter.
type condition struct {
	Field    string `json:"field"`
	Operator string `json:"operator"`
	Value    any    `json:"value"`
}

// shortName is the number of letters up to which a name is too common inside others to be searched for there: UPS in
// GROUPS.
const shortName = 3

// Patterns is a caller's name as patterns for [Client.Inspections]: its words in capitals, as the data have them, in
// their order, with anything between them. A short name has to stand by itself, for which it takes several patterns.
// Nothing of the name is left that a pattern could read as a sign; a name without letters and digits has no
// pattern.
func Patterns(name string) []string {
	words := strings.FieldsFunc(strings.ToUpper(name), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})

	if len(words) == 0 {
		return nil
	}

	if utf8.RuneCountInString(strings.Join(words, "")) <= shortName {
		alone := strings.Join(words, " ")
		return []string{alone, alone + " %", alone + ",%", "% " + alone + " %"}
	}
	return []string{"%" + strings.Join(words, "%") + "%"}
}

// Inspections are those of establishments whose name has one of the patterns, the latest first for each, with a limit
// for each. State is two letters, empty for all. One pattern that could not be asked for fails all.
func (c *Client) Inspections(ctx context.Context, patterns []string, state string, limit int) ([]Inspection, error) {
	var requests []upstream.Source[[]Inspection]
	for _, pattern := range patterns {
		requests = append(requests, upstream.Source[[]Inspection]{
			Name: Provider.Name,
			Call: func(ctx context.Context) ([]Inspection, error) {
				return c.inspections(ctx, pattern, state, limit)
			},
		})
	}

	var all []Inspection
	seen := map[int64]bool{}
	for _, outcome := range upstream.Fuse(ctx, requests...) {
		if outcome.Err != nil {
			return nil, outcome.Err
		}
		for _, inspection := range outcome.Value {
			if !seen[inspection.Activity] {
				seen[inspection.Activity] = true
				all = append(all, inspection)
			}
		}
	}
	return all, nil
}

func (c *Client) inspections(ctx context.Context, pattern, state string, limit int) ([]Inspection, error) {
	filter := []condition{{
		Field:    "estab_name",
		Operator: "like",
		Value:    pattern,
	}}

	if state != "" {
		filter = append(filter, condition{
			Field:    "site_state",
			Operator: "eq",
			Value:    state,
		})
	}

	rows, err := rowsOf[Inspection](ctx, c, "inspection", "open_date", filter, limit)
	if err != nil {
		return nil, err
	}

	for _, r := range rows {
		if r.Activity == 0 || r.Name == "" {
			return nil, upstream.BadResponse.Errorf("dol: an inspection without a number or a name")
		}
		elsewhere := state != "" && r.State != nil && !strings.EqualFold(*r.State, state)
		if elsewhere || !fits(pattern, strings.ToUpper(r.Name)) {
			return nil, upstream.BadResponse.Errorf("dol: an inspection that was not asked for")
		}
	}

	return rows, nil
}

// fits says whether a name in capitals has the words of a pattern, in their order.
func fits(pattern, name string) bool {
	for part := range strings.SplitSeq(pattern, "%") {
		_, rest, found := strings.Cut(name, strings.Trim(part, " ,"))
		if !found {
			return false
		}
		name = rest
	}
	return true
}

// Violations are those of the inspections with these numbers, those taken back among them.
func (c *Client) Violations(ctx context.Context, activities []int64, limit int) ([]Violation, error) {
	rows, err := rowsOf[Violation](ctx, c, "violation", "issuance_date", []condition{{
		Field:    "activity_nr",
		Operator: "in",
		Value:    activities,
	}}, limit)
	if err != nil {
		return nil, err
	}
	for _, r := range rows {
		if !slices.Contains(activities, r.Activity) {
			return nil, upstream.BadResponse.Errorf("dol: a violation of another inspection")
		}
	}
	return rows, nil
}

func rowsOf[T any](ctx context.Context, c *Client, table, newestBy string, filter []condition, limit int) ([]T, error) {
	text, err := json.Marshal(map[string]any{"and": filter})
	if err != nil {
		return nil, upstream.Invalid.Errorf("dol: %w", err)
	}

	var list rows[T]
	_, err = c.c.Get("/get/OSHA/{}/json", table).
		Query("filter_object", string(text)).
		Query("sort", "desc").
		Query("sort_by", newestBy).
		Query("limit", strconv.Itoa(limit)).
		Refusal(isEmpty).
		JSON(ctx, &list)
	if upstream.KindOf(err) == upstream.NotFound {
		return nil, nil
	}

	return list, err
}

// isEmpty is how the API says that no row matches: with nothing at all (recorded).
func isEmpty(r *upstream.Response) error {
	if len(bytes.TrimSpace(r.Body)) == 0 {
		return upstream.NotFound.Errorf("no row")
	}
	return nil
}

// rows are the rows of an answer: a list, bare or as data.
type rows[T any] []T

// UnmarshalJSON reads either form.
func (list *rows[T]) UnmarshalJSON(raw []byte) error {
	if body := bytes.TrimSpace(raw); len(body) > 0 && body[0] == '[' {
		return upstream.Decode(raw, (*[]T)(list))
	}

	var envelope struct {
		Data []T `json:"data"`
	}
	if err := upstream.Decode(raw, &envelope); err != nil {
		return err
	}
	*list = envelope.Data
	return nil
}
