package htmlpage

import (
	"net/url"
	"slices"
	"strings"
)

// tracking are query parameters that say where a visitor came from and do not change the page.
var tracking = map[string]bool{
	"gclid": true, "gclsrc": true, "dclid": true, "gbraid": true, "wbraid": true, "fbclid": true, "msclkid": true,
	"yclid": true, "twclid": true, "ttclid": true, "mc_cid": true, "mc_eid": true, "igshid": true, "igsh": true,
	"ref_src": true, "ref_url": true, "srsltid": true, "_hsenc": true, "_hsmi": true, "vero_id": true,
	"mkt_tok": true, "oly_enc_id": true, "oly_anon_id": true, "guccounter": true, "guce_referrer": true,
	"guce_referrer_sig": true, "cmpid": true, "ocid": true,
}

// trackingPrefixes begin the names of whole groups of such parameters.
var trackingPrefixes = []string{"utm_", "pk_", "mtm_", "hsa_"}

// Tracks reports whether a query parameter only says where a visitor came from.
func Tracks(name string) bool {
	name = strings.ToLower(name)
	return tracking[name] ||
		slices.ContainsFunc(trackingPrefixes, func(p string) bool { return strings.HasPrefix(name, p) })
}

// Untracked is a URL without tracking parameters and otherwise as written.
func Untracked(address string) string {
	address, fragment, hasFragment := strings.Cut(address, "#")
	if hasFragment {
		fragment = "#" + fragment
	}

	front, query, found := strings.Cut(address, "?")
	if !found {
		return address + fragment
	}

	var kept []string
	for part := range strings.SplitSeq(query, "&") {
		name, _, _ := strings.Cut(part, "=")
		if plain, err := url.QueryUnescape(name); err == nil {
			name = plain
		}
		if !Tracks(name) {
			kept = append(kept, part)
		}
	}

	if len(kept) > 0 {
		front += "?" + strings.Join(kept, "&")
	}
	return front + fragment
}
