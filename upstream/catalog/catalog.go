// Package catalog lists every data provider that the service can call, one line each. The configuration page,
// docs/upstreams.md and the start-up checks are made from it.
package catalog

import (
	"slices"
	"strings"

	"github.com/farebox/farebox/upstream"
	"github.com/farebox/farebox/upstream/alternativeme"
	"github.com/farebox/farebox/upstream/bazaar"
	"github.com/farebox/farebox/upstream/bing"
	"github.com/farebox/farebox/upstream/blockscout"
	"github.com/farebox/farebox/upstream/brave"
	"github.com/farebox/farebox/upstream/certpl"
	"github.com/farebox/farebox/upstream/cloudranges"
	"github.com/farebox/farebox/upstream/cratesio"
	"github.com/farebox/farebox/upstream/cveprogram"
	"github.com/farebox/farebox/upstream/dbip"
	"github.com/farebox/farebox/upstream/depsdev"
	"github.com/farebox/farebox/upstream/dexscreener"
	"github.com/farebox/farebox/upstream/disposabledomains"
	"github.com/farebox/farebox/upstream/duckduckgo"
	"github.com/farebox/farebox/upstream/epss"
	"github.com/farebox/farebox/upstream/etherscan"
	"github.com/farebox/farebox/upstream/eufsf"
	"github.com/farebox/farebox/upstream/evm"
	"github.com/farebox/farebox/upstream/firehol"
	"github.com/farebox/farebox/upstream/github"
	"github.com/farebox/farebox/upstream/google"
	"github.com/farebox/farebox/upstream/goplus"
	"github.com/farebox/farebox/upstream/hibp"
	"github.com/farebox/farebox/upstream/hnalgolia"
	"github.com/farebox/farebox/upstream/honeypotis"
	"github.com/farebox/farebox/upstream/iptoasn"
	"github.com/farebox/farebox/upstream/kev"
	"github.com/farebox/farebox/upstream/majestic"
	"github.com/farebox/farebox/upstream/mojeek"
	"github.com/farebox/farebox/upstream/npmdownloads"
	"github.com/farebox/farebox/upstream/nvd"
	"github.com/farebox/farebox/upstream/ofac"
	"github.com/farebox/farebox/upstream/openphish"
	"github.com/farebox/farebox/upstream/osv"
	"github.com/farebox/farebox/upstream/phishingdb"
	"github.com/farebox/farebox/upstream/pwnedpasswords"
	"github.com/farebox/farebox/upstream/pypistats"
	"github.com/farebox/farebox/upstream/rdap"
	"github.com/farebox/farebox/upstream/ripestat"
	"github.com/farebox/farebox/upstream/routescan"
	"github.com/farebox/farebox/upstream/scamsniffer"
	"github.com/farebox/farebox/upstream/seco"
	"github.com/farebox/farebox/upstream/sourcify"
	"github.com/farebox/farebox/upstream/spamhaus"
	"github.com/farebox/farebox/upstream/startpage"
	"github.com/farebox/farebox/upstream/torproject"
	"github.com/farebox/farebox/upstream/tranco"
	"github.com/farebox/farebox/upstream/uksl"
	"github.com/farebox/farebox/upstream/unsc"
	"github.com/farebox/farebox/upstream/urlhaus"
	"github.com/farebox/farebox/upstream/wikipedia"
	"github.com/farebox/farebox/upstream/x4bnet"
	"github.com/farebox/farebox/upstream/yahoo"
	"github.com/farebox/farebox/upstream/yandex"
)

// Providers are all declarations, ordered by name. A package below upstream/ that declares a Provider adds it here; a
// test finds those that are missing.
func Providers() []upstream.Provider {
	own := []upstream.Provider{
		alternativeme.Provider,
		bazaar.Provider,
		bazaar.PayAI,
		bing.Provider,
		blockscout.Instances(),
		blockscout.Pro(),
		brave.Provider,
		brave.API,
		certpl.Provider,
		cloudranges.AWS,
		cloudranges.Apple,
		cloudranges.Azure,
		cloudranges.Cloudflare,
		cloudranges.DigitalOcean,
		cloudranges.Google,
		cloudranges.Linode,
		cloudranges.Oracle,
		cloudranges.Vultr,
		cratesio.Provider,
		cveprogram.Provider,
		dbip.Provider,
		depsdev.Provider,
		dexscreener.Provider,
		disposabledomains.Provider,
		duckduckgo.Provider,
		epss.Provider,
		etherscan.Provider,
		eufsf.Provider,
		firehol.Provider,
		github.Provider,
		github.Search,
		google.Provider,
		google.API,
		goplus.Provider,
		hibp.Provider,
		hibp.Accounts,
		hnalgolia.Provider,
		honeypotis.Provider,
		iptoasn.Provider,
		iptoasn.ProviderV6,
		kev.Provider,
		kev.Mirror,
		majestic.Provider,
		mojeek.Provider,
		mojeek.API,
		npmdownloads.Provider,
		nvd.Provider,
		ofac.Provider,
		openphish.Provider,
		osv.Provider,
		phishingdb.Provider,
		pwnedpasswords.Provider,
		pypistats.Provider,
		rdap.Provider,
		ripestat.Provider,
		routescan.Provider,
		scamsniffer.Provider,
		seco.Provider,
		sourcify.Provider,
		spamhaus.Provider,
		startpage.Provider,
		torproject.Provider,
		tranco.Provider,
		uksl.Provider,
		unsc.Provider,
		urlhaus.Provider,
		wikipedia.Provider,
		x4bnet.Provider,
		yahoo.Provider,
		yandex.Provider,
		yandex.API,
	}
	all := slices.Concat(own, evm.Providers())
	slices.SortFunc(all, func(a, b upstream.Provider) int { return strings.Compare(a.Name, b.Name) })
	return all
}
