// Package devtest has what the providers say to the examples of the spec's dev routes: real names and dates, and
// figures that could be theirs.
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
	const (
		github  = "https://api.github.com/"
		algolia = "https://hn.algolia.com/api/v1/search"
		lodash  = "https://api.deps.dev/v3/systems/npm/packages/lodash"
	)
	return []upstreamtest.Answer{
		{URL: github + "repos/golang/go", Body: repository},
		{URL: github + "search/repositories?sort=stars", Body: search},
		{URL: algolia + "?query=Stephen+Hawking+has+died&tags=story", Body: stories},
		{URL: algolia, Body: `{"hits":[],"nbHits":0,"page":0,"nbPages":0,"hitsPerPage":1000}`},
		{URL: lodash, Body: lodashVersions()},
		{URL: lodash + "/versions/4.18.1", Body: lodashNewest},
		{URL: "https://api.npmjs.org/downloads/range/*", Body: NpmDownloads(Now, 62, 9_000_000, 10_000_000)},
	}
}

// NpmDownloads is an answer of the npm registry's counter: before downloads a day, and after in the last 30 of the
// days up to the one before now.
func NpmDownloads(now time.Time, days int, before, after int64) string {
	var list []string
	for i := 1; i <= days; i++ {
		n := before
		if i > days-30 {
			n = after
		}
		date := now.UTC().AddDate(0, 0, i-days-1).Format(time.DateOnly)
		list = append(list, fmt.Sprintf(`{"day":%q,"downloads":%d}`, date, n))
	}
	return `{"downloads":[` + strings.Join(list, ",") + `]}`
}

const repository = `{"id":23096959,"name":"go","full_name":"golang/go","html_url":"https://github.com/golang/go",
"description":"The Go programming language","fork":false,"created_at":"2014-08-19T04:33:40Z",
"pushed_at":"2026-11-20T09:12:44Z",
"homepage":"https://go.dev","stargazers_count":136000,"forks_count":19100,"open_issues_count":9800,
"language":"Go","archived":false,
"disabled":false,"license":{"key":"bsd-3-clause","name":"BSD 3-Clause \"New\" or \"Revised\" License",
"spdx_id":"BSD-3-Clause"},
"topics":["go","golang","language","programming-language"]}`

const search = `{"total_count":310,"incomplete_results":false,"items":[{"full_name":"gin-gonic/gin",
"html_url":"https://github.com/gin-gonic/gin",
"description":"Gin is a high-performance HTTP web framework written in Go.",
"created_at":"2014-06-16T23:57:25Z","pushed_at":"2026-11-17T07:00:00Z",
"stargazers_count":90100,"forks_count":8700,"language":"Go"}]}`

const stories = `{"hits":[
{"objectID":"16582136","title":"Stephen Hawking has died","url":"http://www.bbc.com/news/uk-43396008",
"points":6015,"num_comments":436,
"author":"Cogito","created_at":"2018-03-14T03:50:30Z","created_at_i":1520999430,"_tags":["story"]}],
"nbHits":1,"page":0,"nbPages":1,"hitsPerPage":1000}`

const lodashNewest = `{"versionKey":{"system":"NPM","name":"lodash","version":"4.18.1"},"isDeprecated":false,
"licenses":["MIT"],"advisoryKeys":[],"links":[]}`

// lodashVersions is the package with its first release, the latest ones, and as many without a date as there are
// between.
func lodashVersions() string {
	const between = 107
	dated := []string{
		"0.1.0 2012-04-23T16:37:12Z",
		"4.17.18 2020-07-08T16:07:27Z",
		"4.17.19 2020-07-08T17:14:40Z",
		"4.17.20 2020-08-13T16:53:54Z",
		"4.17.21 2021-02-20T15:42:16Z",
		"4.17.23 2026-01-21T19:18:47Z",
		"4.18.0 2026-03-31T18:31:41Z",
		"4.18.1 2026-04-01T21:16:03Z",
	}

	var list []string
	for i, release := range dated {
		version, at, _ := strings.Cut(release, " ")
		newest := i == len(dated)-1
		list = append(list, fmt.Sprintf(
			`{"versionKey":{"version":%q},"publishedAt":%q,"isDefault":%t,"isDeprecated":false}`, version, at, newest))
	}

	for i := range between {
		list = append(list, fmt.Sprintf(`{"versionKey":{"version":"1.0.%d"},"isDefault":false,"isDeprecated":false}`, i))
	}
	return `{"packageKey":{"system":"NPM","name":"lodash"},"versions":[` + strings.Join(list, ",") + `]}`
}
