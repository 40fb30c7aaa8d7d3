package metadata

import "strings"

// byWords are the opening words of bylines, longer ones first.
var byWords = []string{
	"view all posts by", "view all articles by", "articles by", "posts by", "read more about", "more from",
	"this article was written by",
	"this post was written by", "article written by", "article by",
	"written by", "authored by", "posted by", "published by", "submitted by", "reported by", "reviewed by",
	"story by", "words by", "recipe by", "contributed by", "a post by", "a guest post by",
	"contributors:", "contributor:",
	"text by", "post by", "guest post by", "from our correspondent", "author(s):", "author(s)", "author:", "authors:",
	"authors", "author", "about the author:", "about the author", "by:",
	"by", "ein artikel von", "ein beitrag von", "beitrag von", "text von", "geschrieben von", "gespeichert von",
	"veröffentlicht von", "verfasst von", "erstellt von", "von:", "von", "vom", "autor:", "autorin:",
	"autoren:", "autor/in:", "autor", "autoren", "text:", "interview:", "écrit par", "publié par", "rédigé par",
	"propos recueillis par", "par", "auteur:", "escrito por", "publicado por", "por:", "por", "a cura di",
	"scritto da", "di", "geschreven door", "door", "auteur :", "av:", "av", "af",
	"skrevet af", "skrevet av", "texto:", "автор:", "автор", "yazar:", "autorem jest", "autor :",
}

var credentials = setOf(`
	md phd dr mba ms ma bs ba rn rd jd esq dds dvm do msc bsc cfa cpa cfp pt dpt mph facp facep np lcsw rdn jr sr
	ii iii bsn vmd dacvb lvt rdh cpp mbe obe frcs facs cepf cfp® cepf® dnp pa pharmd edd psyd ldn ld fand cscs
`)

// particles are words of names that may be lower case.
var particles = setOf(`
	de da do dos das del della di du van von der den ter ten la le el al bin ibn abu bint zu zum zur y e af av dem
	des san st vom op v bar ben ul
`)

// articles are words of sentences. Inside names they are particles, in either case.
var articles = setOf(`a an am im no los para der die das ein eine einen zum und`)

// noNames are words that rule out a person's name: job titles, parts of an editorial office, organisations, parts
// of a page.
var noNames = setOf(`
	writer writers editor editors editorial editorin reporter reporters correspondent contributor
	contributors contributing senior junior associate news team desk tech political education travel food crime
	environment legal court bureau redaktion redakteur redakteurin redacción redaccion rédaction redazione redactie
	redaktionen agency agencies agence agencia associated reuters afp dpa apa ap upi ansa efe xinhua tass
	magazine media journal times daily weekly tribune herald gazette chronicle zeitung inc ltd llc gmbh ag
	corp company foundation association institute university college society council department ministry office
	committee group union club school network studio studios labs blog online internet web
	website official admin administrator support service services community forum member users user guest author
	authors autor autoren written updated published posted share comments comment follow view all by the
	our your this that with from and photo photos photographer video image bild foto fotos monday tuesday
	wednesday thursday friday saturday sunday today yesterday ago minutes january february march
	july september october november december new home about contact sign subscribe newsletter profile
	article articles posts alle artikel beiträge zeige todos oder
	ist marketing content manager director president ceo founder chief executive officer professor
	assistant digital global international national american british europe research health science
	technology business sports politics opinion entertainment lifestyle finance moderator badges bronze
	level joined registered topic organization organisation organizations works kpmg
	images nachrichten nachrichtenagentur weitere join us chefredakteur
	columnist attorney dietitian reviewer reviewed edited edition specialist engineer analyst strategist consultant
	co-founder cofounder editor-in-chief freelance freelancer offline owner sponsored clinic hospital insurance loans
	tips review reviews best how what why where when personal strategy workshop evaluation learning services
	universität universidad université insights resources learn read more get privacy policy terms cookie cookies menu
	managing certified licensed registered former brand authorized authorised dealer authorization forms email save
	bookmark print subscription newsroom co dept tour tours gear foods shop store
	watch live publicado
	search login register account products product pricing solutions stories category categories tags share
`)

// doubtfulWords are both names and words of pages or job titles. The rest of the name must be a common one.
var doubtfulWords = setOf(`
	page church center centre gold silver press post story staff stand rank guide world april june august may
	points reply first last day head expert german french english young read bank law rich price house
`)

// hanNoNames are what Chinese and Japanese pages put in the place of names: counts, job titles and placeholders.
var hanNoNames = setOf(`
	人氣 人气 點閱 瀏覽 浏览 阅读 閱讀 回覆 回复 留言 評論 评论 分享 收藏 發表 发表 發佈 发布 來源 来源 作者 編輯 编辑
	責任編輯 责任编辑 佚名 匿名 匿名用户 网友 網友 本站 管理員 管理员 转载 轉載 原创 原創 综合 整理 記者 记者 新聞 新闻
	通讯员 广告 廣告 訪客 访客 未知 不详 編集部 編集者 著者 筆者 投稿者 管理人 名無し
`)

// agencies sign texts without a named author.
var agencies = setOf(`
	afp dpa reuters ap apa upi ansa efe xinhua tass jiji kyodo pti ians kna epd sid kathpress belga anp
`)

func setOf(words string) map[string]bool {
	set := make(map[string]bool)
	for _, w := range strings.Fields(words) {
		set[w] = true
	}
	return set
}
