// Package catalog lists every data provider that the service can call, one line each. The configuration page,
// docs/upstreams.md and the start-up checks are made from it.
package catalog

import (
	"slices"
	"strings"

	"github.com/farebox/farebox/internal/chain/evm"
	"github.com/farebox/farebox/internal/chain/explorers/blockscout"
	"github.com/farebox/farebox/internal/chain/explorers/etherscan"
	"github.com/farebox/farebox/internal/chain/explorers/routescan"
	"github.com/farebox/farebox/internal/network/rdap"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/alternativeme"
	"github.com/farebox/farebox/internal/upstream/bazaar"
	"github.com/farebox/farebox/internal/upstream/certpl"
	"github.com/farebox/farebox/internal/upstream/cloudranges"
	"github.com/farebox/farebox/internal/upstream/cratesio"
	"github.com/farebox/farebox/internal/upstream/cveprogram"
	"github.com/farebox/farebox/internal/upstream/dbip"
	"github.com/farebox/farebox/internal/upstream/depsdev"
	"github.com/farebox/farebox/internal/upstream/dexscreener"
	"github.com/farebox/farebox/internal/upstream/disposabledomains"
	"github.com/farebox/farebox/internal/upstream/epss"
	"github.com/farebox/farebox/internal/upstream/eufsf"
	"github.com/farebox/farebox/internal/upstream/firehol"
	"github.com/farebox/farebox/internal/upstream/github"
	"github.com/farebox/farebox/internal/upstream/goplus"
	"github.com/farebox/farebox/internal/upstream/hibp"
	"github.com/farebox/farebox/internal/upstream/hnalgolia"
	"github.com/farebox/farebox/internal/upstream/honeypotis"
	"github.com/farebox/farebox/internal/upstream/iptoasn"
	"github.com/farebox/farebox/internal/upstream/kev"
	"github.com/farebox/farebox/internal/upstream/majestic"
	"github.com/farebox/farebox/internal/upstream/npmdownloads"
	"github.com/farebox/farebox/internal/upstream/nvd"
	"github.com/farebox/farebox/internal/upstream/ofac"
	"github.com/farebox/farebox/internal/upstream/openphish"
	"github.com/farebox/farebox/internal/upstream/osv"
	"github.com/farebox/farebox/internal/upstream/phishingdb"
	"github.com/farebox/farebox/internal/upstream/pwnedpasswords"
	"github.com/farebox/farebox/internal/upstream/pypistats"
	"github.com/farebox/farebox/internal/upstream/ripestat"
	"github.com/farebox/farebox/internal/upstream/scamsniffer"
	"github.com/farebox/farebox/internal/upstream/seco"
	"github.com/farebox/farebox/internal/upstream/sourcify"
	"github.com/farebox/farebox/internal/upstream/spamhaus"
	"github.com/farebox/farebox/internal/upstream/torproject"
	"github.com/farebox/farebox/internal/upstream/tranco"
	"github.com/farebox/farebox/internal/upstream/uksl"
	"github.com/farebox/farebox/internal/upstream/unsc"
	"github.com/farebox/farebox/internal/upstream/urlhaus"
	"github.com/farebox/farebox/internal/upstream/x4bnet"
	"github.com/farebox/farebox/internal/web/websearch/bing"
	"github.com/farebox/farebox/internal/web/websearch/brave"
	"github.com/farebox/farebox/internal/web/websearch/duckduckgo"
	"github.com/farebox/farebox/internal/web/websearch/google"
	"github.com/farebox/farebox/internal/web/websearch/mojeek"
	"github.com/farebox/farebox/internal/web/websearch/startpage"
	"github.com/farebox/farebox/internal/web/websearch/wikipedia"
	"github.com/farebox/farebox/internal/web/websearch/yahoo"
	"github.com/farebox/farebox/internal/web/websearch/yandex"
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
