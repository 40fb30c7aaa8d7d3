// Package domaintest holds what providers say to the example of /domain/trust, in the publishers' own forms.
package domaintest

import "github.com/farebox/farebox/internal/upstream/upstreamtest"

// Host is the host of the example.
const Host = "www.python.org"

// Zone is what the DNS says about it.
const Zone = `
python.org. 60 IN A 151.101.0.223
python.org. 60 IN NS ns-484.awsdns-60.com.
python.org. 60 IN NS ns-981.awsdns-58.net.
python.org. 60 IN MX 50 mail.python.org.
python.org. 60 IN TXT "v=spf1 mx -all"
_dmarc.python.org. 60 IN TXT "v=DMARC1; p=none"
www.python.org. 60 IN A 151.101.0.223
`

// The lists in the publishers' forms.
const (
	Hosts = "################################################################\n# abuse.ch URLhaus Host file                                   #\n#\n" +
		"127.0.0.1\tbadkettle.example\n127.0.0.1\tmalware.teapot-mirror.com\n127.0.0.1\tgithub.com\n127.0.0.1\twww.leaky-kettle.com\n"
	Recent = "################################################################\n# id,dateadded,url,url_status,last_online,threat,tags,urlhaus_link,reporter\n" +
		`"9000001","2026-11-19 08:00:01","https://dl.steeped.example.in.net/verify.bin","online","2026-11-19 08:00:01","malware_download","Tea,Leaf","https://urlhaus.abuse.ch/url/9000001/","someone"` + "\n" +
		`"9000002","2026-11-19 07:00:01","http://45.66.77.99:50513/i","offline","","malware_download","None","https://urlhaus.abuse.ch/url/9000002/","someone"` + "\n"
	Feed     = "https://signin.tea-bank.lt/\nhttp://free-tea-1.netlify.app/\nhttps://docs.google.com/forms/d/e/tea/viewform\nhttps://www.free-tea-2.blogspot.com/?x\n"
	Phishing = "phish-teapot.com\nxn--tee-0na.example\n"
	Warning  = "oszust-herbata.pl\n"
	Million  = "GlobalRank,TldRank,Domain,TLD,RefSubNets,RefIPs,IDN_Domain,IDN_TLD,PrevGlobalRank,PrevTldRank,PrevRefSubNets,PrevRefIPs\n" +
		"1,1,tea-search.com,com,492996,3120968,tea-search.com,com,1,1,491732,3118138\n" +
		"163,24,python.org,org,61200,251500,python.org,org,164,24,61190,251490\n" +
		"900000,410000,little-kettle.com,com,20,21,little-kettle.com,com,900001,410001,20,21\n" +
		"500000,9,tea-blog.github.io,io,40,42,tea-blog.github.io,io,500001,9,40,42\n"
)

// Answers are what the providers say to the examples of the spec.
func Answers() []upstreamtest.Answer {
	text := func(url, body string) upstreamtest.Answer {
		return upstreamtest.Answer{
			URL:  url,
			Type: "text/plain",
			Body: body,
		}
	}
	return []upstreamtest.Answer{
		text("https://urlhaus.abuse.ch/downloads/hostfile/", Hosts),
		text("https://urlhaus.abuse.ch/downloads/csv_recent/", Recent),
		text("https://raw.githubusercontent.com/openphish/public_feed/refs/heads/main/feed.txt", Feed),
		text("https://raw.githubusercontent.com/Phishing-Database/Phishing.Database/master/phishing-domains-ACTIVE.txt", Phishing),
		text("https://hole.cert.pl/domains/v2/domains.txt", Warning),
		text("https://downloads.majestic.com/majestic_million.csv", Million),
		{URL: "https://rdap.publicinterestregistry.org/rdap/domain/python.org", Type: "application/rdap+json", Body: `{
			"objectClassName":"domain","ldhName":"python.org",
			"events":[{"eventAction":"registration","eventDate":"1995-03-27T05:00:00Z"},
				{"eventAction":"expiration","eventDate":"2033-03-28T05:00:00Z"}],
			"status":["client transfer prohibited"],
			"entities":[{"objectClassName":"entity","roles":["registrar"],
				"vcardArray":["vcard",[["version",{},"text","4.0"],["fn",{},"text","Gandi SAS"]]]}]}`},
	}
}
