// Package oshatest has what the Department of Labor says to the examples of the spec's osha routes.
package oshatest

import (
	"time"

	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// Now is the time that the examples were written for.
var Now = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// API is the address of the tables.
const API = "https://apiprod.dol.gov/v4/get/OSHA/"

// Keys are the keys that the examples are called with.
func Keys() map[string]string { return map[string]string{"DOL_API_KEY": "test"} }

// Answers are what the provider says to the examples of the spec. A question for anything else has no match, which is
// an empty body.
func Answers() []upstreamtest.Answer {
	const (
		byName = `?filter_object={"and":[{"field":"estab_name","operator":"like","value":"%25COSTCO%25WHOLESALE%25"},` +
			`{"field":"site_state","operator":"eq","value":"KS"}]}`
		byNumber = `?filter_object={"and":[{"field":"activity_nr","operator":"in","value":[347633307]}]}`
	)
	return []upstreamtest.Answer{
		{URL: API + "inspection/json" + byName, Body: inspection},
		{URL: API + "violation/json" + byNumber, Body: violation},
		{URL: API + "*", Body: ""},
	}
}

const inspection = `{"data":[{"activity_nr":347633307,"reporting_id":"0729700","state_flag":null,
"estab_name":"COSTCO WHOLESALE","site_city":"OVERLAND PARK","site_state":"KS","site_zip":"66213",
"owner_type":"A","naics_code":"452311","insp_type":"C","insp_scope":"B","nr_in_estab":"313",
"open_date":"2024-07-22T00:00:00","close_conf_date":"2024-11-14T00:00:00","close_case_date":"2025-08-28T00:00:00",
"load_dt":"2026-09-25T00:20:17"}]}`

const violation = `{"data":[{"activity_nr":347633307,"citation_id":"01001","delete_flag":null,"standard":"19100147 B",
"viol_type":"O","issuance_date":"2024-12-06T00:00:00","current_penalty":9403,"initial_penalty":11754,
"contest_date":"2024-12-31T00:00:00","final_order_date":"2025-09-25T00:00:00"}]}`
