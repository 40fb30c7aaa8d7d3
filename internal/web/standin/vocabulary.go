package standin

// words are the stems by which a sentence tells a kind: one phrase, or a thing and what is done with it.
type words struct {
	kind    Kind
	phrases []string
	things  []string
	doings  []string
}

// vocabulary has the words of each kind; the first that fits counts. English, German, French, Spanish, Portuguese,
// Italian, Dutch, Danish, Polish, Russian, Greek, Turkish, Indonesian, Chinese, Japanese and Korean.
var vocabulary = []words{
	{
		kind: Challenge,
		phrases: []string{
			"captcha", "recaptcha", "security service to protect", "anti-bot", "hcaptcha", "security check", "security verification", "not a robot", "ray id",
			"are you a robot", "are you human", "you are a human", "you are human", "you're human", "you’re human",
			"you're a human", "your humanity", "just a moment", "one moment please", "checking your browser",
			"unusual traffic", "unusual activity", "unusual download activity", "automated access", "automated traffic",
			"automated requests", "ddos protection", "incident id", "checking if the site", "one more step", "you were a bot",
			"kein roboter", "sicherheitsüberprüfung", "sicherheitsprüfung", "pas un robot", "no eres un robot", "no soy un robot",
			"não é um robô", "verificação de segurança", "verificación de seguridad", "vérification de sécurité",
			"controllo di sicurezza", "non sei un robot", "geen robot", "nie jesteś robotem", "не робот", "robot değil",
			"验证码", "人机验证", "安全验证", "你是机器人", "真人", "安全检查", "ロボットではない", "로봇이 아",
		},
		things: []string{
			"browser", "request", "robot", "bots", "bot", "human", "browsing", "visitor", "browsers", "roboter", "mensch",
			"anfrage", "navigateur", "humain", "requête", "navegador", "humano", "umano", "mens", "człowiek", "браузер",
			"человек", "запрос", "浏览器", "ブラウザ", "人間", "this page automatically",
		},
		doings: []string{
			"verif", "prove", "checked", "being checked", "redirect", "automatic", "confirm you", "validat", "challenge",
			"made us think", "überprüf", "verifiziere", "bestätige", "weitergeleitet", "vérifi", "redirigé", "verific",
			"comprob", "redirig", "controleer", "weryfik", "sprawdza", "провер", "подтверд", "перенаправ", "驗證", "验证", "検証", "確認",
		},
	},
	{
		kind: Refusal,
		phrases: []string{
			"access denied", "you are unable to access", "access to this page has been denied", "access is denied", "you have been blocked",
			"you don't have permission to access", "you don’t have permission to access", "you do not have permission",
			"you don't have permission", "403 forbidden", "request blocked", "request unsuccessful", "has been blocked",
			"zugriff verweigert", "zugang verweigert", "accès refusé", "acceso denegado", "acesso negado", "accesso negato",
			"toegang geweigerd", "odmowa dostępu", "доступ запрещ", "доступ ограничен", "доступ закрыт", "доступ к", "erişim engel",
			"访问被拒绝", "已被拦截", "拒绝访问", "アクセスが拒否", "πρόσβαση", "gesperrt", "заблокирован", "adgang til siden",
			"pardon our interruption", "domain name has been seized",
		},
		things: []string{
			"access", "this site", "this website", "this web site", "website", "site", "page", "ip", "your ip", "your address",
			"request", "requested", "url", "domain", "content", "seite", "zugriff", "webseite", "website", "diese", "page",
			"accès", "acceso", "página", "sitio", "acesso", "sito", "pagina", "toegang", "side", "siden", "hjemmeside",
			"strona", "доступ", "сайт", "страниц", "ресурс", "σελίδα", "site", "situs", "laman", "halaman", "akses", "网站", "访问", "网页",
			"サイト", "アクセス", "사이트", "접속", "เว็บไซต์",
		},
		doings: []string{
			"denied", "blocked", "blocking", "banned", "forbidden", "prohibited", "restricted", "not allowed", "not permitted",
			"not authorized", "unauthorized", "seized", "illegal", "violat", "not available", "isn't available", "verweiger",
			"blockier", "gesperrt", "untersagt", "illegaal", "bloqu", "interdit", "refus", "illégal", "prohib", "deneg", "negad",
			"bloccat", "vietat", "negat", "geblokkeerd", "geweigerd", "blokere", "blokeret", "krænker", "zablokowan", "заблокир",
			"запрещ", "огранич", "απαγορε", "engel", "yasak", "diblokir", "menutup", "melanggar", "tidak dapat diakses", "拦截", "禁止",
			"封锁", "拒绝", "拒否", "차단", "ระงับ", "forbud",
		},
	},
	{
		kind:    Consent,
		phrases: []string{"before you continue to", "bevor sie fortfahren", "avant de continuer", "antes de continuar", "voordat je verdergaat"},
		things: []string{
			"cookie", "cookies", "consent", "privacy", "your data", "personal data", "zustimmung", "einwilligung", "datenschutz",
			"consentement", "confidentialité", "données", "consentimiento", "privacidad", "datos", "consenso", "toestemming",
		},
		doings: []string{
			"accept", "agree", "reject", "allow", "manage", "continue", "we use", "partners", "akzeptier", "ablehn", "zustimm",
			"verwenden", "accepte", "refuser", "utilis", "acept", "rechaz", "usamos", "accett", "accepteer", "weiger",
		},
	},
	{
		kind: Parked,
		phrases: []string{
			"domain for sale", "domain is for sale", "domain parking", "parked domain", "domain parked", "domain is parked",
			"buy this domain", "domain may be for sale", "domain name is registered", "parking del dominio",
		},
		things: []string{"domain", "dominio", "domínio", "domaine", "domein", "домен", "域名", "ドメイン", "도메인"},
		doings: []string{
			"sale", "parked", "parking", "expired", "make an offer", "verkauf", "geparkt", "à vendre", "venta", "registrado",
			"venda", "vendita", "te koop", "прода", "припаркован", "зарегистрирован", "出售", "販売", "판매",
		},
	},
	{
		kind: Scripts,
		things: []string{
			"javascript", "js", "scripts", "cookies", "browser", "ad blocker",
		},
		doings: []string{
			"enable", "turn", "required", "requires", "needs", "need", "must", "disabled", "disable", "activ", "aktivier", "habilit",
			"ativ", "attiv", "schakel", "включ", "włącz", "有効", "启用", "開啟", "开启", "doesn't work", "support",
		},
	},
}

// barringTitles are whole titles of challenges and refusals.
var barringTitles = []string{
	"just a moment", "attention required", "one moment please", "access denied", "denied", "forbidden", "403 forbidden",
	"403", "error 403", "pardon our interruption", "robot check", "human verification", "security check", "verification",
	"verify", "vercel security checkpoint", "security checkpoint", "client challenge", "captcha", "are you a robot",
	"ddos guard", "access to this page has been denied", "blocked", "you have been blocked", "request rejected",
	"zugriff verweigert", "accès refusé", "acceso denegado", "acesso negado", "доступ запрещен", "доступ ограничен",
	"verifying you are human", "checking your browser", "radware bot manager captcha", "web filter violation",
}

// missing are whole titles and headings of pages that say that there is no such page.
var missing = []string{
	"404", "error 404", "404 error", "not found", "404 not found", "page not found", "404 page not found", "file not found",
	"page not found 404", "error 404 not found", "http 404", "http 404 not found", "the page cannot be found",
	"page cannot be found", "page unavailable", "page does not exist", "this page isn't available", "page no longer available",
	"sorry this page isn't available", "the page you were looking for doesn't exist", "oops page not found", "no page found",
	"seite nicht gefunden", "404 seite nicht gefunden", "fehler 404", "datei nicht gefunden", "page introuvable",
	"erreur 404", "page non trouvée", "404 page introuvable", "página no encontrada", "error 404 página no encontrada",
	"página não encontrada", "erro 404", "pagina non trovata", "errore 404", "pagina niet gevonden", "siden blev ikke fundet",
	"sidan kunde inte hittas", "sidan hittades inte", "siden finnes ikke", "sivua ei löytynyt", "nie znaleziono strony",
	"strona nie istnieje", "nie znaleziono", "stránka nenalezena", "az oldal nem található", "страница не найдена",
	"404 страница не найдена", "ошибка 404", "сторінку не знайдено", "sayfa bulunamadı", "η σελίδα δεν βρέθηκε",
	"halaman tidak ditemukan", "không tìm thấy trang", "页面不存在", "页面未找到", "找不到页面", "找不到頁面", "無法找到頁面",
	"ページが見つかりません", "페이지를 찾을 수 없습니다", "الصفحة غير موجودة", "הדף לא נמצא", "صفحه یافت نشد",
}

// parkedTitles are whole titles of domains without a site.
var parkedTitles = []string{
	"domain for sale", "this domain is for sale", "domain parked", "parked domain", "domain parking", "parked",
	"this domain is parked", "domain name for sale", "website coming soon", "coming soon", "under construction",
	"site under construction", "welcome to nginx", "apache2 ubuntu default page", "apache2 debian default page", "it works",
	"apache http server test page powered by centos", "iis windows server", "default web site page", "default page",
	"index of", "domain steht zum verkauf", "diese domain steht zum verkauf", "domaine en vente", "dominio en venta",
	"домен продается", "домен припаркован", "此域名出售",
}

// mark is a part of an address, a script or a name by which a service is known. Its own marks are on no other page.
type mark struct {
	text    string
	service string
	own     bool
}

// market stands for those who sell or fill empty domains.
const market = "market"

// addresses are in addresses and the sources of scripts.
var addresses = []mark{
	{"cdn-cgi/l/chk_", "Cloudflare", true},
	{"_cf_chl_opt", "Cloudflare", true},
	{"/orchestrate/", "Cloudflare", true},
	{"challenges.cloudflare.com", "Cloudflare", false},
	{"captcha-delivery.com", "DataDome", true},
	{"_incapsula_resource?cwudnsai", "Imperva", true},
	{"_incapsula_resource", "Imperva", false},
	{"distilnetworks.com", "Imperva", false},
	{"px-captcha", "HUMAN", false},
	{"px-cloud.net", "HUMAN", false},
	{"_pxappid", "HUMAN", false},
	{"awswaf.com", "AWS WAF", false},
	{"kpsdk", "Kasada", false},
	{"perfdrive.com", "Radware", false},
	{"sucuri_cloudproxy", "Sucuri", true},
	{"ddos-guard", "DDoS-Guard", false},
	{"/.within.website/", "Anubis", true},
	{"imunify", "Imunify360", false},
	{"/recaptcha/", "reCAPTCHA", false},
	{"hcaptcha.com", "hCaptcha", false},
	{"geetest", "GeeTest", false},
	{"/checkcaptcha", "Yandex", true},
	{"consent.google.", "Google", true},
	{"/retry/enablejs", "Google", true},
	{"consent.yahoo.", "Yahoo", true},
	{"sedoparking.com", market, false},
	{"parkingcrew.net", market, false},
	{"bodis.com", market, false},
	{"parklogic.com", market, false},
	{"above.com/park", market, false},
	{"dan.com/", market, false},
	{"afternic.com", market, false},
	{"hugedomains.com", market, false},
	{"img1.wsimg.com/parking-lander", market, false},
	{"parking-lander", market, false},
	{"namebright.com/coming", market, false},
	{"skenzo.com", market, false},
	{"uniregistry.com/park", market, false},
	{"domainparking", market, false},
	{"free_parking", market, false},
	{"/parking_page", market, false},
}

// names are in ids, classes and names of elements.
var names = []mark{
	{"px-captcha", "HUMAN", true},
	{"cf-browser-verification", "Cloudflare", true},
	{"cf-challenge", "Cloudflare", true},
	{"cf-error-details", "Cloudflare", true},
	{"challenge-form", "", true},
	{"anomaly-modal", "", true},
	{"g-recaptcha", "reCAPTCHA", false},
	{"h-captcha", "hCaptcha", false},
	{"cf-turnstile", "Cloudflare", false},
}
