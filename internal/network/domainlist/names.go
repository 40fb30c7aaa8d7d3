package domainlist

import (
	"bytes"
	"net/netip"
	"net/url"
	"strings"

	"golang.org/x/net/publicsuffix"

	"github.com/farebox/farebox/internal/each"
	"github.com/farebox/farebox/internal/network/hostname"
)

// Normal is a host name in the form that lists are kept in: lower case, A-labels, without a final dot and without "www."
// before a name that can stand alone. False if it is not a host name of at least two labels. IP addresses are names
// here. The result may share the memory of name, and name may be changed.
func Normal(name []byte) ([]byte, bool) {
	name = bytes.TrimSuffix(bytes.TrimSpace(name), []byte("."))
	if len(name) == 0 || len(name) > 253 {
		return nil, false
	}

	dots := 0
	start := 0
	for i, c := range name {
		switch {
		case c >= 'A' && c <= 'Z':
			name[i] = c + 'a' - 'A'
		case c == '.':
			if i == start || i-start > 63 {
				return nil, false
			}
			dots++
			start = i + 1
		case c >= 0x80:
			return normalUnicode(name)
		case !(c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '-' || c == '_'):
			return nil, false
		}
	}

	if dots == 0 || len(name) == start || len(name)-start > 63 {
		return nil, false
	}
	if bare, www := bytes.CutPrefix(name, []byte("www.")); www && standsAlone(string(bare)) {
		return bare, true
	}

	return name, true
}

func normalUnicode(name []byte) ([]byte, bool) {
	h, err := hostname.Parse(string(name))
	if err != nil || !strings.Contains(h.ASCII, ".") {
		return nil, false
	}
	return Normal([]byte(h.ASCII))
}

// standsAlone says that a name is registered by someone, rather than a suffix below which everyone can register names.
func standsAlone(name string) bool {
	if !strings.Contains(name, ".") {
		return false
	}
	suffix, _ := publicsuffix.PublicSuffix(name)
	return suffix != name
}

// hostOf is the host of a URL, as it is written there; false when there is none.
func hostOf(raw string) ([]byte, bool) {
	u, err := url.Parse(raw)
	if err != nil || u.Hostname() == "" {
		return nil, false
	}
	return []byte(u.Hostname()), true
}

// sharedByPath are hosts on which anyone can have a page or leave a file under a path, or that lead on to other pages: a bad one
// there says nothing about the host.
var sharedByPath = each.WordSet(`
docs.google.com sites.google.com drive.google.com forms.gle script.google.com storage.googleapis.com firebasestorage.googleapis.com
translate.google.com groups.google.com google.com goo.gl youtube.com youtu.be
github.com gist.github.com raw.githubusercontent.com objects.githubusercontent.com gitlab.com bitbucket.org codeload.github.com
dropbox.com dl.dropboxusercontent.com onedrive.live.com 1drv.ms sharepoint.com box.com app.box.com mega.nz mediafire.com wetransfer.com
we.tl cdn.discordapp.com media.discordapp.net discord.com discord.gg pastebin.com paste.ee hastebin.com rentry.co telegra.ph t.me
bit.ly tinyurl.com t.co is.gd ow.ly cutt.ly rb.gy shorturl.at s.id lnkd.in linktr.ee notion.so notion.site trello.com
s3.amazonaws.com forms.office.com onenote.com medium.com wordpress.com tumblr.com facebook.com linkedin.com twitter.com x.com
drive.usercontent.google.com lh3.googleusercontent.com accounts.google.com g.page maps.app.goo.gl photos.app.goo.gl share.google
gist.githubusercontent.com github.githubassets.com codeberg.org gitee.com sourceforge.net downloads.sourceforge.net huggingface.co registry.npmjs.org unpkg.com
cdn.jsdelivr.net cdnjs.cloudflare.com res.cloudinary.com dl.dropbox.com files.catbox.moe litter.catbox.moe catbox.moe gofile.io file.io filebin.net tmpfiles.org
temp.sh transfer.sh 0x0.st ufile.io uploadnow.io 1fichier.com pcloud.com u.pcloud.link send.cm krakenfiles.com anonfiles.com workupload.com pixeldrain.com
paste.rs controlc.com justpaste.it ghostbin.com pastes.io storage.yandexcloud.net disk.yandex.ru yadi.sk cloud.mail.ru vk.com ok.ru api.telegram.org
cdn.discordapp.net images.discordapp.net steamcommunity.com reddit.com instagram.com l.instagram.com l.facebook.com lm.facebook.com tiktok.com pinterest.com
t.ly tiny.cc rebrand.ly buff.ly v.gd urlz.fr goo.su shorter.me rebrandly.com bit.do adf.ly qr.codes me-qr.com qrfy.com q-r.to scnv.io l.ead.me hubs.ly
mailchi.mp sendgrid.net ct.sendgrid.net r20.rs6.net click.mlsend.com smartsheet.com airtable.com monday.com clickup.com miro.com figma.com gamma.app
docs.zoho.com forms.zohopublic.com forms.monday.com cognitoforms.com wufoo.com formstack.com 123formbuilder.com paperform.co tally.so evernote.com scribd.com
issuu.com slideshare.net calameo.com flipsnack.com pdfhost.io dochub.com hellosign.com docusign.net adobe.com express.adobe.com acrobat.adobe.com
live.com office.com sway.office.com sway.cloud.microsoft
ipfs.io gateway.pinata.cloud archive.org web.archive.org qrco.de surveymonkey.com jotform.com form.jotform.com typeform.com canva.com
`)

// Candidates are the names under which a list may have a host, the host itself first: its parents follow, down to the name
// that somebody registered. Below a suffix that lets anyone have names (the private section of the public suffix list, such as
// pages.dev) that is the name right under the suffix, so that a listed host never lists its neighbours.
func Candidates(host *hostname.Host) []string {
	name, ok := Normal([]byte(host.ASCII))
	if !ok {
		return nil
	}
	if _, err := netip.ParseAddr(string(name)); err == nil || host.IP {
		return []string{string(name)}
	}

	site := Site(host)
	out := []string{string(name)}
	for rest := string(name); rest != site; {
		_, parent, more := strings.Cut(rest, ".")
		if !more || !strings.HasSuffix("."+parent, "."+site) {
			break
		}
		out = append(out, parent)
		rest = parent
	}
	return out
}

// Site is the name that somebody registered or was given: the one under the public suffix, those of the private section
// included. It is the host itself where that is a suffix.
func Site(host *hostname.Host) string {
	site, err := publicsuffix.EffectiveTLDPlusOne(host.ASCII)
	if err != nil {
		return host.ASCII
	}
	return site
}
