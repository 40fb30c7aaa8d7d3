// Package devtest has what the providers say to the examples of the spec's dev routes. All names and figures are made up.
package devtest

import (
	"fmt"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// Now is the time that the examples were written for.
var Now = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// Answers are what the providers say to the examples of the spec. A search for anything else finds nothing.
func Answers() []upstreamtest.Answer {
	return []upstreamtest.Answer{
		{URL: "https://api.github.com/repos/example-org/teapot", Body: repository},
		{URL: "https://api.github.com/search/repositories?sort=stars", Body: search},
		{URL: "https://hn.algolia.com/api/v1/search?query=teapot&tags=story", Body: stories},
		{URL: "https://hn.algolia.com/api/v1/search", Body: `{"hits":[],"nbHits":0,"page":0,"nbPages":0,"hitsPerPage":1000}`},
		{URL: "https://crates.io/api/v1/crates/teapot", Body: crate},
		{URL: "https://crates.io/api/v1/crates/teapot/downloads", Body: CrateDownloads(Now, 90, 30, 40)},
		{URL: "https://api.deps.dev/v3/systems/cargo/packages/teapot", Body: versions},
		{URL: "https://api.deps.dev/v3/systems/cargo/packages/teapot/versions/1.2.0",
			Body: `{"versionKey":{"system":"CARGO","name":"teapot","version":"1.2.0"},"isDeprecated":false,"licenses":["MIT OR Apache-2.0"],"advisoryKeys":[],"links":[]}`},
	}
}

// CrateDownloads is an answer of crates.io: before downloads a day, and after since 30 days, in two halves, the older of which is
// among the extra ones.
func CrateDownloads(now time.Time, days, before, after int) string {
	var recent, extra []string
	for i := days - 1; i >= 0; i-- {
		n := before
		if i <= 30 {
			n = after
		}
		date := now.UTC().AddDate(0, 0, -i).Format(time.DateOnly)
		recent = append(recent, fmt.Sprintf(`{"version":9000001,"downloads":%d,"date":%q}`, n/2, date))
		extra = append(extra, fmt.Sprintf(`{"date":%q,"downloads":%d}`, date, n-n/2))
	}
	return `{"version_downloads":[` + strings.Join(recent, ",") + `],"meta":{"extra_downloads":[` + strings.Join(extra, ",") + `]}}`
}

const repository = `{"id":7,"name":"teapot","full_name":"example-org/teapot","html_url":"https://github.com/example-org/teapot",
"description":"An HTTP server that refuses to brew coffee.","fork":false,"created_at":"2019-03-01T10:00:00Z","pushed_at":"2026-11-05T18:30:00Z",
"homepage":"","stargazers_count":1520,"forks_count":88,"open_issues_count":19,"language":"Go","archived":false,"disabled":false,
"license":{"key":"mit","name":"MIT License","spdx_id":"MIT"},"topics":["http","server"]}`

const search = `{"total_count":310,"incomplete_results":false,"items":[{"full_name":"example-org/kettle","html_url":"https://github.com/example-org/kettle",
"description":"A small HTTP client.","created_at":"2026-02-03T04:05:06Z","pushed_at":"2026-11-19T07:00:00Z","stargazers_count":940,"forks_count":12,"language":"Go"}]}`

const stories = `{"hits":[
{"objectID":"50000002","title":"Ask HN: Who still uses teapots?","points":40,"num_comments":15,"author":"steam","created_at":"2026-10-11T21:00:00Z","created_at_i":1791752400,"_tags":["story"]},
{"objectID":"50000001","title":"Show HN: A teapot server","url":"https://teapot.example.com/","points":300,"num_comments":80,"author":"mtanaka","created_at":"2026-11-02T09:00:00Z","created_at_i":1793610000,"_tags":["story"]}],
"nbHits":2,"page":0,"nbPages":1,"hitsPerPage":1000}`

const crate = `{"crate":{"id":"teapot","name":"teapot","created_at":"2024-12-30T12:00:00Z","updated_at":"2026-09-21T08:00:00Z","max_version":"1.2.0","max_stable_version":"1.2.0",
"downloads":60000,"recent_downloads":3000},"versions":[
{"num":"1.2.0","created_at":"2026-09-21T08:00:00Z","yanked":false,"license":"MIT/Apache-2.0"},{"num":"1.1.0","created_at":"2026-02-23T08:00:00Z","yanked":false,"license":"MIT/Apache-2.0"},
{"num":"1.0.0","created_at":"2025-07-28T08:00:00Z","yanked":true,"license":"MIT/Apache-2.0"},{"num":"0.1.0","created_at":"2024-12-30T12:00:00Z","yanked":false,"license":"MIT"}],"keywords":[],"categories":[]}`

const versions = `{"packageKey":{"system":"CARGO","name":"teapot"},"versions":[
{"versionKey":{"system":"CARGO","name":"teapot","version":"0.1.0"},"publishedAt":"2024-12-30T12:00:00Z","isDefault":false},
{"versionKey":{"system":"CARGO","name":"teapot","version":"1.2.0"},"publishedAt":"2026-09-21T08:00:00Z","isDefault":true}]}`
