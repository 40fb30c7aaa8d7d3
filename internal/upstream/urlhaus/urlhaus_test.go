package urlhaus

import (
	"slices"
	"strings"
	"testing"
)

func TestHostsFile(t *testing.T) {
	var got []string
	err := ReadHosts(strings.NewReader("# banner\n#\n127.0.0.1\tbad.tea.example\r\n127.0.0.1 worse.tea.example\n"), func(host []byte) { got = append(got, string(host)) })
	if err != nil || !slices.Equal(got, []string{"bad.tea.example", "worse.tea.example"}) {
		t.Errorf("%q, %v", got, err)
	}
	for _, garbage := range []string{"<html>", "tea.example"} {
		if err := ReadHosts(strings.NewReader(garbage), func([]byte) {}); err == nil {
			t.Errorf("%q was read", garbage)
		}
	}
}

const recent = `################
# id,dateadded,url,url_status,last_online,threat,tags,urlhaus_link,reporter
"9000001","2026-11-19 08:00:01","https://dl.tea.example/a,b?x=""y""","online","2026-11-19 08:00:01","malware_download","Tea,Leaf","https://urlhaus.abuse.ch/url/9000001/","someone"
"9000002","2026-11-19 07:00:01","http://45.66.77.99:50513/i","offline","","malware_download","None","https://urlhaus.abuse.ch/url/9000002/","someone"
`

func TestRecentURLs(t *testing.T) {
	var got []string
	err := ReadRecent(strings.NewReader(recent), func(url string) { got = append(got, url) })
	if want := []string{`https://dl.tea.example/a,b?x="y"`, "http://45.66.77.99:50513/i"}; err != nil || !slices.Equal(got, want) {
		t.Fatalf("%+v, %v", got, err)
	}
	for _, garbage := range []string{"<html>\n<body>", "a,b,c\n", `"1","2","no url","4","5","6","7","8","9"`} {
		if err := ReadRecent(strings.NewReader(garbage), func(string) {}); err == nil {
			t.Errorf("%q was read", garbage)
		}
	}
}
