package wikidata

import (
	"reflect"
	"regexp"
	"strings"
	"testing"
)

const registerRows = `{"head":{"vars":["item"]},"results":{"bindings":[
{"item":{"type":"uri","value":"http://www.wikidata.org/entity/Q42"},"human":{"type":"literal","value":"true"},
 "names":{"type":"literal","value":"A B\nА Б"},"births":{"type":"literal","value":"1952-03-11T00:00:00Z\n1950-01-01T00:00:00Z\n1951-07-01T00:00:00Z\n1953-01-02T00:00:00Z\n-0044-07-12T00:00:00Z\nhttp://www.wikidata.org/.well-known/genid/0a"},
 "countries":{"type":"literal","value":"GB"}},
{"item":{"type":"uri","value":"http://www.wikidata.org/entity/Q7"},"names":{"type":"literal","value":""},
 "births":{"type":"literal","value":""},"countries":{"type":"literal","value":""}}]}}`

func TestRegisterIsReadInPages(t *testing.T) {
	var got []Named
	each := func(n Named) { got = append(got, n) }
	if err := ReadRegister(strings.NewReader(registerRows+"\n"+`{"results":{"bindings":[]}}`+"\n"), each); err != nil {
		t.Fatal(err)
	}
	want := []Named{
		{QID: "Q42", Human: true, Text: "A B\nА Б", Births: []string{"1952-03-11", "1950", "1951-07", "1953-01-02"}, Countries: []string{"GB"}},
		{QID: "Q7"},
	}
	if len(got) != 2 || !reflect.DeepEqual(got[0], want[0]) || got[1].QID != "Q7" || len(got[1].Births)+len(got[1].Countries) > 0 {
		t.Errorf("%+v", got)
	}

	for why, page := range map[string]string{
		"cut":                                    registerRows[:300],
		"cut with the service's error behind it": registerRows[:300] + "\nSPARQL-QUERY: ... java.util.concurrent.TimeoutException",
		"a web page":                             "<html>Too many requests</html>",
		"no results":                             `{"head":{"vars":[]}}`,
		"a row of something else":                `{"results":{"bindings":[{"item":{"type":"uri","value":"http://example.com/1"},"names":{"value":""},"births":{"value":""},"countries":{"value":""}}]}}`,
	} {
		if err := ReadRegister(strings.NewReader(page), func(Named) {}); err == nil {
			t.Errorf("%s: read", why)
		}
		if _, err := RegisterFile.Next(nil, []byte(page), 1); err == nil {
			t.Errorf("%s: a next page", why)
		}
	}
}

func TestRegisterAsksForTheItemsBehindTheLast(t *testing.T) {
	if request, err := RegisterFile.Next(nil, []byte(`{"results":{"bindings":[]}}`), 3); request != nil || err != nil {
		t.Errorf("an empty page is the last: %v %v", request, err)
	}
	asked := RegisterQuery("http://www.wikidata.org/entity/Q7")
	if !strings.Contains(asked, `FILTER(STR(?item) > "http://www.wikidata.org/entity/Q7")`) {
		t.Error(asked)
	}
}

func TestQueriesDeclareTheirPrefixes(t *testing.T) {
	for _, asked := range []string{RegisterQuery(""), statement(PropLEI, []string{"A"})} {
		used := regexp.MustCompile(`\b(\w+):\w`).FindAllStringSubmatch(asked, -1)
		if len(used) == 0 {
			t.Errorf("nothing is asked for: %s", asked)
		}
		for _, name := range used {
			if !strings.Contains(Prefixes, "PREFIX "+name[1]+": <http://") {
				t.Errorf("%s: is used and not declared", name[1])
			}
		}
	}
}
