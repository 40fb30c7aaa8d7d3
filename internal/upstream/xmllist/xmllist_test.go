package xmllist

import (
	"encoding/xml"
	"errors"
	"slices"
	"strings"
	"testing"
)

type item struct {
	Name string `xml:"name"`
}

func names(doc string) (out []string, err error) {
	err = Read(strings.NewReader(doc), "list", Records{
		"item": func(_ xml.StartElement, decode func(any) error) error {
			var v item
			if err := decode(&v); err != nil {
				return err
			}
			if v.Name == "stop" {
				return errors.New("stopped by the caller")
			}
			out = append(out, v.Name)
			return nil
		},
	})
	return out, err
}

func TestRecordsAreReadAtAnyDepth(t *testing.T) {
	got, err := names(`<?xml version="1.0"?><!-- a list --><l:list xmlns:l="urn:x"><head><n>2</n></head><part><item><name>a</name></item></part><item><name>b</name><more><item><name>inner</name></item></more></item></l:list> `)
	if err != nil || !slices.Equal(got, []string{"a", "b"}) {
		t.Errorf("%q %v", got, err)
	}
}

func TestWhatIsNotOneWholeListFails(t *testing.T) {
	for why, doc := range map[string]string{
		"empty":                 "",
		"blank":                 "  \n",
		"no XML":                "service unavailable",
		"a web page":            "<!doctype html><html><body><item><name>a</name></item></body></html>",
		"another root":          "<other><item><name>a</name></item></other>",
		"cut in an item":        "<list><item><name>a</name></item><item><na",
		"cut between items":     "<list><item><name>a</name></item>",
		"wrong nesting":         "<list><item><name>a</item></name></list>",
		"two documents":         "<list></list><list></list>",
		"text behind":           "<list></list>oops",
		"unknown encoding":      `<?xml version="1.0" encoding="x-nowhere"?><list></list>`,
		"an undefined entity":   "<list><item><name>&nope;</name></item></list>",
		"entities of its own":   `<!DOCTYPE list [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><list><item><name>&b;</name></item></list>`,
		"a file from elsewhere": `<!DOCTYPE list [<!ENTITY x SYSTEM "file:///etc/hostname">]><list><item><name>&x;</name></item></list>`,
		"deep nesting":          "<list>" + strings.Repeat("<a>", 60) + strings.Repeat("</a>", 60) + "</list>",
		"one long text":         "<list><item><name>" + strings.Repeat("x", 5<<20) + "</name></item></list>",
		"one long attribute":    `<list><item a="` + strings.Repeat("x", 5<<20) + `"/></list>`,
		"one long tag":          "<list><item " + strings.Repeat(`a="" `, 1<<20) + "/></list>",
		"one long comment":      "<list><!--" + strings.Repeat("x", 5<<20) + "--></list>",
		"an item of many parts": "<list><item>" + strings.Repeat("<name>x</name>", 1<<19) + "</item></list>",
		"not the encoding":      `<?xml version="1.0" encoding="UTF-8"?><list><item><name>` + "Jos\xe9" + `</name></item></list>`,
		"refused by the caller": "<list><item><name>stop</name></item></list>",
	} {
		if got, err := names(doc); err == nil {
			t.Errorf("%s: read as %q", why, got)
		}
	}
}

func TestOtherEncodingsAreRead(t *testing.T) {
	got, err := names("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><list><item><name>Jos\xe9</name></item></list>")
	if err != nil || !slices.Equal(got, []string{"José"}) {
		t.Errorf("%q %v", got, err)
	}
}

func TestListOfManyRecordsMayBeLong(t *testing.T) {
	got, err := names("<list>" + strings.Repeat("<item><name>"+strings.Repeat("x", 1000)+"</name></item>\n", 10_000) + "</list>")
	if err != nil || len(got) != 10_000 {
		t.Errorf("%d %v", len(got), err)
	}
}
