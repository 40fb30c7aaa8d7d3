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

	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/internal/upstream"
)

// Provider is the API. A key has ten requests in ten minutes, as its portal says. The guide has the key in the address;
// some clients send it as a header.
var Provider = upstream.Provider{
	Name:        "dol",
	Undated:     true,
	BaseURL:     "https://apiprod.dol.gov/v4",
	Docs:        "https://dataportal.dol.gov/user-guide",
	Attribution: "U.S. Department of Labor, Occupational Safety and Health Administration",
	Terms:       "public domain (17 U.S.C. 105)",
	Checked:     "recorded 2026-09",
	Keys: []upstream.Key{{
		Env:      "DOL_API_KEY",
		Query:    "X-API-KEY",
		Required: true,
		Gives:    "/osha/screen",
	}},

	Quotas:   []upstream.Quota{{Requests: 10, Per: 10 * time.Minute}},
	Retries:  -1, // each try counts towards the quota
	TTL:      12 * time.Hour,
	StaleFor: 72 * time.Hour,
	Timeout:  25 * time.Second,
	MaxBytes: 16 << 20,
}

// Client calls the API.
type Client struct{ c *upstream.Client }

// New makes a client.
func New(pool *upstream.Pool) *Client { return &Client{pool.ProbedClient(Provider, probe)} }

// probe asks for the citations of an inspection of 2017.
func probe(ctx context.Context, u *upstream.Client) error {
	violations, err := (&Client{u}).Violations(ctx, []int64{342235454}, 10)
	return upstream.Has(violations, err, "activity_nr", "inspection 342235454", func(v Violation) bool {
		return v.Activity == 342235454
	})
}

// Inspection is a visit of an inspector. Days are midnights without a zone: 2017-04-05T00:00:00. The recorded rows have
// all columns, with null for what is not known.
type Inspection struct {
	Activity  int64   `json:"activity_nr" contract:"key"`
	Name      string  `json:"estab_name"` // CHEWY, LLC; of a state's own program 317731489 - BOB'S RED MILL
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

// Patterns is a caller's name as patterns for [Client.Inspections]: its letters and digits in capitals, in their order,
// with anything between them. Inspectors write BOB'S or BOBS, JOHNSON & JOHNSON or AND, J.B. or J B, and no accents. A
// short name has to stand by itself, for which it takes several patterns. Nothing of the name is left that a pattern
// could read as a sign; a name without letters and digits has no pattern.
func Patterns(name string) []string {
	name = strings.ToUpper(name)
	words := strings.FieldsFunc(name, func(r rune) bool { return !isLetter(r) })
	if len(words) == 0 {
		return nil
	}

	if len(strings.Join(words, "")) <= shortName {
		alone := strings.TrimFunc(strings.Map(shortSign, name), func(r rune) bool { return !isLetter(r) })
		return []string{alone, alone + " %", alone + ",%", "% " + alone, "% " + alone + " %"}
	}

	words = slices.DeleteFunc(words, func(word string) bool { return word == "AND" })
	return []string{"%" + strings.Join(words, "%") + "%"}
}

func isLetter(r rune) bool { return r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' }

// shortSign is what stands for a sign of a short name: AT&T and A-1 are written so, U.P.S. without dots.
func shortSign(r rune) rune {
	switch {
	case isLetter(r), r == '&', r == '-':
		return r
	case r == '.':
		return -1
	}
	return ' '
}

// Inspections are those of establishments whose name has one of the patterns, the latest first. State is two letters,
// empty for all.
func (c *Client) Inspections(ctx context.Context, patterns []string, state string, limit int) ([]Inspection, error) {
	var byName []any
	for _, pattern := range patterns {
		byName = append(byName, condition{
			Field:    "estab_name",
			Operator: "like",
			Value:    pattern,
		})
	}

	filter := byName
	if len(byName) > 1 {
		filter = []any{map[string]any{"or": byName}}
	}
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
		named := slices.ContainsFunc(patterns, func(p string) bool { return fits(p, strings.ToUpper(r.Name)) })
		if elsewhere || !named {
			return nil, upstream.BadResponse.Errorf("dol: an inspection that was not asked for")
		}
	}

	seen := map[int64]bool{}
	return slices.DeleteFunc(rows, func(r Inspection) bool {
		again := seen[r.Activity]
		seen[r.Activity] = true
		return again
	}), nil
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
	rows, err := rowsOf[Violation](ctx, c, "violation", "issuance_date", []any{condition{
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

func rowsOf[T any](ctx context.Context, c *Client, table, newestBy string, filter []any, limit int) ([]T, error) {
	text, err := json.Marshal(map[string]any{"and": filter})
	if err != nil {
		return nil, upstream.Invalid.Errorf("dol: %w", err)
	}

	var answer struct {
		Data []T `json:"data"`
	}
	_, err = c.c.Get("/get/OSHA/{}/json", table).
		Query("filter_object", string(text)).
		Query("sort", "desc").
		Query("sort_by", newestBy).
		Query("limit", strconv.Itoa(limit)).
		Refusal(isEmpty).
		JSON(ctx, &answer)
	if upstream.KindOf(err) == upstream.NotFound {
		return nil, nil
	}

	return answer.Data, err
}

// isEmpty is how the API says that no row matches: with nothing at all (recorded).
func isEmpty(r *upstream.Response) error {
	if len(bytes.TrimSpace(r.Body)) == 0 {
		return upstream.NotFound.Errorf("no row")
	}
	return nil
}
