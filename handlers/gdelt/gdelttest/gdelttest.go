// Package gdelttest has what GDELT says to the examples of the spec's gdelt routes, and files of its Global Knowledge
// Graph made for tests.
package gdelttest

import (
	"archive/zip"
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// Now is the time that the examples were written for.
var Now = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// Where the sources are.
const (
	DOC   = "https://api.gdeltproject.org/api/v2/doc/doc"
	Files = "https://storage.googleapis.com/data.gdeltproject.org/gdeltv2/"
)

// Answers are what GDELT says to the examples of the spec at [Now].
func Answers() []upstreamtest.Answer { return AnswersAt(Now) }

// AnswersAt are the same at another time: old news is not sold as that of now.
func AnswersAt(now time.Time) []upstreamtest.Answer {
	answers := answers(now)
	for i := range answers {
		answers[i].Body = moved(answers[i].Body, now.Sub(Now))
	}
	return answers
}

var stamps = regexp.MustCompile(`"\d{8}T\d{6}Z"`)

// moved is a body with all its times moved.
func moved(body string, by time.Duration) string {
	const form = `"20060102T150405Z"`
	return stamps.ReplaceAllStringFunc(body, func(text string) string {
		at, err := time.Parse(form, text)
		if err != nil {
			return text
		}
		return at.Add(by).Format(form)
	})
}

func answers(now time.Time) []upstreamtest.Answer {
	const query = DOC + "?query=theme:ECON_INFLATION&format=json&mode="
	return []upstreamtest.Answer{
		{URL: query + "artlist&sort=datedesc&maxrecords=250", Body: articles},
		{URL: query + "timelinevol", Body: Series("Volume Intensity", 1, 1, 1, 1.5, 1.5, 1.5, 2, 2, 3)},
		{URL: query + "timelinetone", Body: Series("Average Tone", -1, -1, -1, -1.5, -0.5, -2.5, -2, -2, -2)},
		{URL: query + "tonechart", Body: `{"tonechart":[{"bin":-3,"count":10,"toparts":[]},{"bin":-2,"count":20},` +
			`{"bin":-1,"count":30},{"bin":0,"count":10},{"bin":1,"count":10},{"bin":2,"count":20,"toparts":[]}]}`},
		{
			URL:  Files + "*",
			Type: "application/zip",
			Body: File(now.Add(-30*time.Minute), Articles...),
		},
		{URL: DOC + "?format=json", Body: "{}"}, // what is said to a query that nothing matches
	}
}

// Series is a timeline of the values, 15 minutes apart.
func Series(name string, values ...float64) string {
	var points []string
	for i, v := range values {
		at := Now.Add(-6*time.Hour + time.Duration(i)*15*time.Minute)
		points = append(points, fmt.Sprintf(`{"date":"%s","value":%v}`, at.Format("20060102T150405Z"), v))
	}
	return `{"query_details":{"title":"x","date_resolution":"15m"},"timeline":[{"series":"` + name + `","data":[` +
		strings.Join(points, ",") + `]}]}`
}

const articles = `{"articles":[
{"url":"https://www.reuters.com/world/us/prices-october/","url_mobile":"",
"title":"Prices rose less than expected in October","seendate":"20261120T111500Z","socialimage":"",
"domain":"reuters.com","language":"English","sourcecountry":"United Kingdom"},
{"url":"https://www.reuters.com/business/prices-october-again/","url_mobile":"",
"title":"Prices rose  less than expected in October","seendate":"20261120T110000Z","socialimage":"",
"domain":"reuters.com","language":"English","sourcecountry":""},
{"url":"https://www.ft.com/content/rates","url_mobile":"","title":"Central bank holds rates",
"seendate":"20261120T103000Z","socialimage":"https://www.ft.com/image.jpg","domain":"ft.com","language":"English",
"sourcecountry":"United Kingdom"}]}`

// Article is one line of a file.
type Article struct {
	URL, Title, Domain string
	Themes             string // "ECON_INFLATION;TAX_FNCACT;"
	Countries          string // "GM", "US"
	Tone               string
}

// Articles are those of the file that the examples belong to.
var Articles = []Article{
	{
		"https://a.example.org/1",
		"Prices &amp; wages",
		"a.example.org",
		"ECON_INFLATION;ECON_INFLATION;TAX_X;",
		"GM US",
		"-4.5",
	},
	{"https://b.example.org/2", "Bread", "b.example.org", "ECON_INFLATION;", "FR", "1.5"},
	{"https://c.example.org/3", "Football", "c.example.org", "SPORT_X;", "GM", "3"},
	{"https://d.example.org/4", "", "d.example.org", "", "", "0"},
}

// File is a file of articles, packed as GDELT packs it.
func File(slot time.Time, list ...Article) string {
	var text strings.Builder
	for i, a := range list {
		columns := make([]string, 27)
		columns[0] = fmt.Sprintf("%s-%d", slot.Format("20060102150405"), i)
		columns[1] = slot.Format("20060102150405")
		columns[2] = "1"
		columns[3] = a.Domain
		columns[4] = a.URL
		columns[7] = a.Themes
		for code := range strings.FieldsSeq(a.Countries) {
			columns[9] += "1#Somewhere#" + code + "#" + code + "#1.5#2.5#" + code + ";"
		}
		columns[15] = a.Tone + ",1,2,3,4,5,600"
		columns[26] = "<PAGE_LINKS>x</PAGE_LINKS>"
		if a.Title != "" {
			columns[26] += "<PAGE_TITLE>" + a.Title + "</PAGE_TITLE>"
		}
		text.WriteString(strings.Join(columns, "\t") + "\n")
	}

	var packed bytes.Buffer
	w := zip.NewWriter(&packed)
	f, err := w.Create(slot.Format("20060102150405") + ".gkg.csv")
	if err == nil {
		_, err = f.Write([]byte(text.String()))
	}
	if err != nil || w.Close() != nil {
		return "no file"
	}
	return packed.String()
}
