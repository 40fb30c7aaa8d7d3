package dailymed

import (
	"context"
	"strings"
	"testing"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

const base = "https://dailymed.nlm.nih.gov/dailymed/services/v2"

func client(t *testing.T, answers ...upstreamtest.Answer) *Client {
	t.Helper()
	return New(upstreamtest.New(t, answers...).Pool(t, nil))
}

const label = `<?xml version="1.0" encoding="UTF-8"?>
<document xmlns="urn:hl7-org:v3"><id root="0f"/><effectiveTime value="20260525"/>
<setId root="1A550C33-456a-4833-814e-8591aea7c688"/><versionNumber value="21"/>
<component><structuredBody>
<component><section><code code="34066-1" codeSystem="2.16.840.1.113883.6.1"/>
<title>WARNING: SOMETHING</title><text><paragraph>Be <content styleCode="bold">very</content>
careful.</paragraph><list><item>One</item><item>Two</item></list></text></section></component>
<component><section><code code="43685-7"/><title>5 WARNINGS</title><text/>
<component><section><code code="42229-5"/><title>5.1 Infections</title><text><table><tr><td>a</td><td>b</td></tr>
<tr><td>c</td><td>d</td></tr></table></text></section></component></section></component>
<component><section><code code="43684-0"/><title>8 USE</title><text/>
<component><section><code code="42228-7"/><title>8.1 Pregnancy</title><text>Unknown.</text></section></component>
</section></component>
<component><section><code code="51945-4"/><title>PACKAGE</title><text>picture</text></section></component>
</structuredBody></component></document>`

func TestLabelHasItsSectionsWhole(t *testing.T) {
	const setID = "1a550c33-456a-4833-814e-8591aea7c688"
	c := client(t, upstreamtest.Answer{URL: base + "/spls/" + setID + ".xml", Type: "application/xml", Body: label})
	got, err := c.Label(t.Context(), setID)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{
		"boxed_warning":               "WARNING: SOMETHING\nBe very careful.\nOne\nTwo",
		"warnings_and_cautions":       "5 WARNINGS\n5.1 Infections\na b\nc d",
		"use_in_specific_populations": "8 USE\n8.1 Pregnancy\nUnknown.",
		"pregnancy":                   "8.1 Pregnancy\nUnknown.",
	}
	for name, text := range want {
		if strings.Join(got.Sections[name], "|") != text {
			t.Errorf("%s: %q", name, got.Sections[name])
		}
	}
	if len(got.Sections) != len(want) || got.Version != 21 || got.Effective != "20260525" {
		t.Errorf("%+v", got)
	}
}

func TestFailuresAreNotAbsence(t *testing.T) {
	for _, c := range []struct {
		why    string
		status int
		body   string
		want   upstream.Kind
	}{
		{"none", 200, `{"data":[],"metadata":{}}`, upstream.NotFound},
		{"another address", 404, `{}`, upstream.BadResponse},
		{"no list", 200, `{}`, upstream.BadResponse},
	} {
		t.Run(c.why, func(t *testing.T) {
			_, err := client(t, upstreamtest.Answer{URL: base + "/spls.json", Status: c.status, Body: c.body}).
				Search(t.Context(), "x", 5)
			if upstream.KindOf(err) != c.want {
				t.Errorf("%v, want %s", err, c.want)
			}
		})
	}
	for _, body := range []string{"<html/>", "{}", strings.Replace(label, "1A550C33", "00000000", 1),
		strings.ReplaceAll(label, "structuredBody", "body")} {
		const setID = "1a550c33-456a-4833-814e-8591aea7c688"
		c := client(t, upstreamtest.Answer{URL: base + "/spls/" + setID + ".xml", Body: body})
		if _, err := c.Label(t.Context(), setID); upstream.KindOf(err) != upstream.BadResponse {
			t.Errorf("%v", err)
		}
	}
}

func TestListIsHeldToItsContract(t *testing.T) {
	const entry = `{"setid":"x","title":"A TABLET [B]","spl_version":1,"published_date":"May 25, 2026"}`
	upstreamtest.Contract{
		Answer: upstreamtest.Answer{
			URL:  base + "/spls.json",
			Body: `{"data":[` + entry + `],"metadata":{"total_elements":1}}`,
		},
		Required: []string{"data", "data[].setid", "data[].title"},
		Optional: []string{"metadata", "data[].spl_version", "data[].published_date"},
		NoRecord: []upstreamtest.Answer{{Body: `{"data":[],"metadata":{"total_elements":0}}`}},
		Call: func(_ context.Context, pool *upstream.Pool) error {
			_, err := New(pool).Search(t.Context(), "a", 5)
			return err
		},
	}.Hold(t)
}
