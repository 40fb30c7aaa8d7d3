package orcid_test

import (
	"context"
	"testing"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/orcid"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

const api = "https://pub.orcid.org/v3.0/0000-0002-9341-7985/"

var none = []upstreamtest.Answer{
	{Status: 404, Body: `{"response-code":404,"developer-message":"Not found","error-code":9016}`},
	{Status: 409, Body: `{"response-code":409,"developer-message":"The record is locked","error-code":9018}`},
}

func TestPersonHoldsToItsContract(t *testing.T) {
	upstreamtest.Contract{
		Answer: upstreamtest.Answer{URL: api + "person", Body: `{"path":"/0000-0002-9341-7985/person",
"name":{"given-names":{"value":"A"},"family-name":{"value":"B"},"credit-name":null},"biography":null,
"other-names":{"other-name":[{"content":"C"}]},"researcher-urls":{"researcher-url":[{"url-name":null,
"url":{"value":"https://example.org"}}]},"keywords":null}`},
		Call: func(ctx context.Context, pool *upstream.Pool) error {
			_, err := orcid.New(pool).Person(ctx, "0000-0002-9341-7985")
			return err
		},
		Required: []string{
			"path", "name", "name.given-names.value", "name.family-name", "biography", "other-names",
			"other-names.other-name[].content", "researcher-urls.researcher-url[].url", "keywords",
		},
		NoRecord: none,
	}.Hold(t)
}

func TestEmploymentsHoldToTheirContract(t *testing.T) {
	upstreamtest.Contract{
		Answer: upstreamtest.Answer{URL: api + "employments", Body: `{"affiliation-group":[{"summaries":[
{"employment-summary":{"organization":{"name":"U","address":{"country":"US"}},"role-title":null,
"start-date":{"year":{"value":"2015"},"month":null,"day":null},"end-date":null}}]}]}`},
		Call: func(ctx context.Context, pool *upstream.Pool) error {
			_, err := orcid.New(pool).Employments(ctx, "0000-0002-9341-7985")
			return err
		},
		Required: []string{
			"affiliation-group",
			"affiliation-group[].summaries",
			"affiliation-group[].summaries[].employment-summary",
			"affiliation-group[].summaries[].employment-summary.organization.name",
		},
		Optional: []string{"affiliation-group[].summaries[].employment-summary.end-date"},
		NoRecord: none,
	}.Hold(t)
}
