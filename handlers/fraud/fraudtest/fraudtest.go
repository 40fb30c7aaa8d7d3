// Package fraudtest holds what providers say to the examples of the fraud routes: short lists in the publishers' own forms, with
// networks that mean nothing beside those of the examples.
package fraudtest

import "github.com/farebox/farebox/internal/upstream/upstreamtest"

// Zone is what the DNS says about the mail domain of the example.
const Zone = `
mozilla.org. 60 IN A 35.190.14.201
mozilla.org. 60 IN NS ns1.mozilla.org.
mozilla.org. 60 IN NS ns2.mozilla.org.
mozilla.org. 60 IN MX 1 aspmx.l.mozilla.org.
mozilla.org. 60 IN TXT "v=spf1 ip4:35.190.14.0/24 ~all"
_dmarc.mozilla.org. 60 IN TXT "v=DMARC1; p=reject"
aspmx.l.mozilla.org. 60 IN A 35.190.14.202
example.net. 60 IN A 45.66.77.80
example.net. 60 IN NS ns1.example.net.
example.net. 60 IN NS ns2.example.net.
example.net. 60 IN MX 10 mx.example.net.
mx.example.net. 60 IN A 45.66.77.81
`

// Disposable is a list of throw-away mail domains that is long enough to be believed.
func Disposable() upstreamtest.Answer {
	body := []byte("throwaway.example\n")
	for i := range 1500 {
		body = append(body, 'd')
		for n := i + 1; n > 0; n /= 10 {
			body = append(body, byte('0'+n%10))
		}
		body = append(body, ".throwaway.example\n"...)
	}
	return upstreamtest.Answer{
		URL:  "https://raw.githubusercontent.com/disposable-email-domains/disposable-email-domains/main/disposable_email_blocklist.conf",
		Type: "text/plain", Body: string(body),
	}
}

// The lists in the publishers' forms.
const (
	Networks = "1.0.0.0\t1.0.0.255\t0\tNone\tNot routed\n" +
		"8.8.8.0\t8.8.8.255\t15169\tUS\tGOOGLE\n" +
		"45.66.64.0\t45.66.127.255\t64500\tNL\tTEAPOTHOST - Teapot Hosting B.V.\n" +
		"62.1.0.0\t62.1.255.255\t64501\tGR\tKETTLE-AS Kettle Telecom S.A.\n" +
		"91.20.0.0\t91.20.63.255\t64502\tDE\tSAMOVAR-AS Samovar GmbH\n" +
		"193.5.5.0\t193.5.7.255\t64666\tZZ\tBADTEA Bad Tea Networks\n" +
		"104.30.0.0\t104.30.255.255\t13335\tUS\tCLOUDFLARENET\n"
	Networks6 = "2001:470::\t2001:470:ffff:ffff:ffff:ffff:ffff:ffff\t64510\tUS\tSPOUT-AS Spout Tunnels, Inc.\n" +
		"2a02:580::\t2a02:587:ffff:ffff:ffff:ffff:ffff:ffff\t64501\tGR\tKETTLE-AS Kettle Telecom S.A.\n" +
		"2a06:98c0::\t2a06:98c7:ffff:ffff:ffff:ffff:ffff:ffff\t13335\tUS\tCLOUDFLARENET\n" +
		"2a09:1::\t2a09:1:ffff:ffff:ffff:ffff:ffff:ffff\t64500\tNL\tTEAPOTHOST - Teapot Hosting B.V.\n" +
		"2a0f:7::\t2a0f:7:ffff:ffff:ffff:ffff:ffff:ffff\t0\tNone\tNot routed\n" +
		"2a10:9::\t2a10:9:ffff:ffff:ffff:ffff:ffff:ffff\t64666\tEU\tBADTEA Bad Tea Networks\n"
	Drop6 = `{"cidr":"2a10:9:8000::/33","sblid":"SBL900006","rir":"ripencc"}
{"type":"metadata","timestamp":1790072042,"size":90,"records":1}
`
	Countries = "\"1.0.0.0\",\"1.0.0.255\",\"AU\"\n8.8.8.0,8.8.8.255,US\n" +
		"45.66.64.0,45.66.127.255,NL\n91.20.0.0,91.20.63.255,AT\n240.0.0.0,255.255.255.255,ZZ\n" +
		"2001:db8::,2001:db8:ffff:ffff:ffff:ffff:ffff:ffff,DE\n2a02:587::,2a02:587:ffff:ffff:ffff:ffff:ffff:ffff,CY\n"
	Exits = "45.66.77.88\n91.20.1.1\n2001:0470:0001:0908:0000:0000:0000:9001\n"
	Drop  = `{"cidr":"193.5.4.0/22","sblid":"SBL900001","rir":"ripencc"}
{"cidr":"193.5.6.0/24","sblid":"SBL900002","rir":null}
{"type":"metadata","timestamp":1790072042,"size":104461,"records":2,"copyright":"(c) 2026 The Spamhaus Project SLU","terms":"https://www.spamhaus.org/drop/terms/"}
`
	ASNDrop = `{"asn":64666,"rir":"ripencc","domain":"badtea","cc":"ZZ","asname":"BADTEA-Schwarztee-Ü"}
{"type":"metadata","timestamp":1790072042,"size":100,"records":1}
`
	Datacenters = "AS64500 # Teapot Hosting, NL\nAS64777 # Another # one\n# a comment\n"
	AWS         = `{"syncToken":"1790072042","prefixes":[{"ip_prefix":"52.1.0.0/16","region":"us-east-1","service":"EC2"}],"ipv6_prefixes":[{"ipv6_prefix":"2001:db8::/32"}]}`
	Azure       = `{"changeNumber":377,"cloud":"Public","values":[{"name":"AzureCloud","properties":{"changeNumber":101,"addressPrefixes":["13.64.0.0/16","2603:1000::/40"]}}]}`
	AzurePage   = "<html><a href=\"https://download.microsoft.com/download/7/1/d/71d86715/ServiceTags_Public_20261116.json\">Download</a></html>"
	Google      = `{"syncToken":"1790072042","prefixes":[{"ipv4Prefix":"34.80.0.0/15","service":"Google Cloud","scope":"asia-east1"},{"ipv6Prefix":"2001:db8::/32"}]}`
	Cloudflare  = "104.16.0.0/13\n104.24.0.0/14"
	Oracle      = `{"last_updated_timestamp":"2026-11-19T00:00:00","regions":[{"region":"eu-frankfurt-1","cidrs":[{"cidr":"130.61.0.0/16","tags":["OCI"]}]}]}`
	Digital     = "104.131.0.0/18,US,US-NY,New York,10011\n2001:db8::/48,NL,NL-NH,Amsterdam,1105\n"
	Linode      = "# prefix,alpha2code,region,city,postal\n139.162.128.0/19,DE,DE-HE,Frankfurt am Main,\n"
	Vultr       = `{"description":"Teapot","asn":64503,"updated":"2026-11-19","subnets":[{"ip_prefix":"45.76.0.0/20","alpha2code":"US","region":"US-NJ","city":"Piscataway"},{"ip_prefix":"2001:db8::/48","alpha2code":"US"}]}`
	Apple       = "104.30.10.0/31,GR,GR-I,Athens,\n2a06:98c0:7::/64,GB,GB-EN,London,\n"
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
		text("https://iptoasn.com/data/ip2asn-v4.tsv.gz", Networks),
		text("https://download.db-ip.com/free/*", Countries),
		text("https://check.torproject.org/torbulkexitlist", Exits),
		text("https://www.spamhaus.org/drop/drop_v4.json", Drop),
		text("https://www.spamhaus.org/drop/asndrop.json", ASNDrop),
		text("https://iptoasn.com/data/ip2asn-v6.tsv.gz", Networks6),
		text("https://www.spamhaus.org/drop/drop_v6.json", Drop6),
		text("https://raw.githubusercontent.com/X4BNet/lists_vpn/main/input/datacenter/ASN.txt", Datacenters),
		text("https://ip-ranges.amazonaws.com/ip-ranges.json", AWS),
		text("https://www.microsoft.com/en-us/download/details.aspx?id=56519", AzurePage),
		text("https://download.microsoft.com/download/7/1/d/71d86715/ServiceTags_Public_20261116.json", Azure),
		text("https://www.gstatic.com/ipranges/cloud.json", Google),
		text("https://www.cloudflare.com/ips-v4/", Cloudflare),
		text("https://docs.oracle.com/en-us/iaas/tools/public_ip_ranges.json", Oracle),
		text("https://www.digitalocean.com/geo/google.csv", Digital),
		text("https://geoip.linode.com/", Linode),
		text("https://geofeed.constant.com/?json", Vultr),
		text("https://mask-api.icloud.com/egress-ip-ranges.csv", Apple),
		{URL: "https://rdap.verisign.com/net/v1/domain/example.net", Type: "application/rdap+json", Body: `{"objectClassName":"domain","ldhName":"EXAMPLE.NET",
			"events":[{"eventAction":"registration","eventDate":"2026-09-20T08:00:00Z"},{"eventAction":"expiration","eventDate":"2027-09-20T08:00:00Z"}],"status":["active"]}`},
		{URL: "https://rdap.publicinterestregistry.org/rdap/domain/mozilla.org", Type: "application/rdap+json", Body: `{
			"objectClassName":"domain","ldhName":"mozilla.org",
			"events":[{"eventAction":"registration","eventDate":"1998-01-24T05:00:00Z"},
				{"eventAction":"expiration","eventDate":"2027-01-23T05:00:00Z"}],
			"status":["client transfer prohibited"]}`},
	}
}
