// Package agents is a table of the crawlers of answer engines and language models: what to write in robots.txt for each, who
// runs it, and what it fetches pages for.
package agents

// Class is a crawler's purpose.
type Class string

// The classes.
const (
	Training Class = "training" // gathers text for training models
	// only a token in robots.txt: it makes no requests but governs the use of pages fetched by others
	TrainingOptOut Class = "training_opt_out"
	Dataset        Class = "dataset"       // gathers a public collection for others to train on
	Search         Class = "search"        // builds an index that answers cite from
	UserFetch      Class = "user_fetch"    // opens one page because a person asked
	Agent          Class = "agent"         // acts on pages for a person
	DataProvider   Class = "data_provider" // sells fetched pages to makers of AI products
	Research       Class = "research"      // the operator's own development
	Legacy         Class = "legacy"        // no longer documented by its operator
)

// Respect reports whether a crawler obeys robots.txt, as stated by its operator or as observed.
type Respect string

// What is known about it.
const (
	Obeys   Respect = "yes"
	Ignores Respect = "no"
	// the operator says that rules may not apply, because a person requested the page
	MayNot   Respect = "may_not_apply"
	ByChoice Respect = "customer_decides"
	Unclear  Respect = "unclear"
)

// Crawler is one crawler.
type Crawler struct {
	Token    string // what it is called in robots.txt
	Owner    string
	Class    Class
	Purpose  string
	Respects Respect
	Source   string // where this is documented
	// InsteadOf is a crawler whose rules this one follows instead of those for "*" if robots.txt does not name it,
	// or "".
	InsteadOf string
}

// Match is the token as robots.txt parsers compare it: cut at the first character that RFC 9309 does not allow,
// except digits, which occur in some names ("AI2Bot").
func (c Crawler) Match() string {
	for i, r := range c.Token {
		if (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '-' && r != '_' {
			return c.Token[:i]
		}
	}
	return c.Token
}

// Where the operators document their crawlers. Those without such a page are in the ai.robots.txt list (MIT).
const (
	openAI     = "https://developers.openai.com/docs/bots"
	anthropic  = "https://support.claude.com/en/articles/8896518"
	perplexity = "https://docs.perplexity.ai/guides/bots"
	google     = "https://developers.google.com/search/docs/crawling-indexing/google-common-crawlers"
	googleUser = "https://developers.google.com/search/docs/crawling-indexing/google-user-triggered-fetchers"
	microsoft  = "https://www.bing.com/webmasters/help/which-crawlers-does-bing-use-8c184ec0"
	apple      = "https://support.apple.com/en-us/119829"
	amazon     = "https://developer.amazon.com/amazonbot"
	meta       = "https://developers.facebook.com/docs/sharing/webmasters/web-crawlers"
	listed     = "https://github.com/ai-robots-txt/ai.robots.txt"
)

// Core are the crawlers that matter most to a site that wants to be found or left alone, grouped by operator.
func Core() []Crawler {
	return []Crawler{
		{"GPTBot", "OpenAI", Training, "trains OpenAI's models", Obeys, openAI, ""},
		{"OAI-SearchBot", "OpenAI", Search, "index of ChatGPT search", Obeys, openAI, ""},
		{"ChatGPT-User", "OpenAI", UserFetch, "opens pages for people who use ChatGPT", MayNot, openAI, ""},
		{"ChatGPT Agent", "OpenAI", Agent, "browses for people who use ChatGPT's agent", Obeys, listed, ""},
		{"Operator", "OpenAI", Agent, "browser agent", Unclear, listed, ""},
		{"ClaudeBot", "Anthropic", Training, "trains Anthropic's models", Obeys, anthropic, ""},
		{"Claude-SearchBot", "Anthropic", Search, "quality of Claude's search results", Obeys, anthropic, ""},
		{"Claude-User", "Anthropic", UserFetch, "opens pages for people who use Claude", Obeys, anthropic, ""},
		{"anthropic-ai", "Anthropic", Legacy, "older name, training", Unclear, listed, ""},
		{"Claude-Web", "Anthropic", Legacy, "older name, fetches for Claude", Unclear, listed, ""},
		{"PerplexityBot", "Perplexity", Search, "index of Perplexity's answers", Obeys, perplexity, ""},
		{"Perplexity-User", "Perplexity", UserFetch, "opens pages for people who use Perplexity", Ignores, perplexity, ""},
		{"Googlebot", "Google", Search, "index of Google Search, AI Overviews and AI Mode", Obeys, google, ""},
		{"Google-Extended", "Google", TrainingOptOut, "use of pages for training and grounding Gemini", Obeys, google, ""},
		{"Google-CloudVertexBot", "Google", Search, "search for customers of Vertex AI, on their own sites", Obeys, google, ""},
		{"GoogleOther", "Google", Research, "research and development", Obeys, google, ""},
		{"Google-Agent", "Google", Agent, "agents that act for people", Obeys, googleUser, ""},
		{"Google-NotebookLM", "Google", UserFetch, "opens sources that people add to NotebookLM", Unclear, googleUser, ""},
		{"Gemini-Deep-Research", "Google", UserFetch, "reads pages for Gemini's research reports", Unclear, listed, ""},
		{"Bingbot", "Microsoft", Search, "index of Bing and Copilot", Obeys, microsoft, ""},
		{"Applebot", "Apple", Search, "index of Siri, Spotlight and Safari", Obeys, apple, "Googlebot"},
		{"Applebot-Extended", "Apple", TrainingOptOut, "use of pages for training Apple's models", Obeys, apple, ""},
		{"Amazonbot", "Amazon", Training, "answers of Alexa, and may train Amazon's models", Obeys, amazon, ""},
		{"Amzn-SearchBot", "Amazon", Search, "search in Amazon's assistants", Unclear, amazon, ""},
		{"Amzn-User", "Amazon", UserFetch, "opens pages for people who use Alexa", Unclear, amazon, ""},
		{"meta-externalagent", "Meta", Training, "trains Meta's models", Obeys, meta, ""},
		{"meta-externalfetcher", "Meta", UserFetch, "opens pages for people who use Meta AI", Ignores, meta, ""},
		{"FacebookBot", "Meta", Training, "trains Meta's speech and language models", Obeys, meta, ""},
		{"Bytespider", "ByteDance", Training, "trains ByteDance's models", Ignores, listed, ""},
		{"TikTokSpider", "ByteDance", Training, "trains ByteDance's models", Unclear, listed, ""},
		{"CCBot", "Common Crawl", Dataset, "open archive of the web that many models are trained on", Obeys, "https://commoncrawl.org/ccbot", ""},
		{"cohere-ai", "Cohere", UserFetch, "opens pages for people who use Cohere's chat", Unclear, listed, ""},
		{"cohere-training-data-crawler", "Cohere", Training, "trains Cohere's models", Unclear, listed, ""},
		{"MistralAI-User", "Mistral", UserFetch, "opens pages for people who use Le Chat", Obeys, "https://docs.mistral.ai/robots", ""},
		{"DuckAssistBot", "DuckDuckGo", Search, "sources of DuckDuckGo's answers", Obeys, "https://duckduckgo.com/duckduckgo-help-pages/results/duckassistbot", ""},
		{"YouBot", "You.com", Search, "index of You.com", Obeys, "https://about.you.com/youbot", ""},
		{"Bravebot", "Brave", Search, "index of Brave Search, also sold to AI products", Obeys, "https://search.brave.com/help/brave-search-crawler", ""},
		{"PetalBot", "Huawei", Search, "index of Petal Search and Huawei's assistant", Obeys, listed, ""},
		{"PanguBot", "Huawei", Training, "trains Huawei's Pangu models", Unclear, listed, ""},
		{"DeepSeekBot", "DeepSeek", Training, "trains DeepSeek's models", Ignores, listed, ""},
		{"AI2Bot", "Ai2", Training, "trains open models", Obeys, "https://allenai.org/crawler", ""},
		{"ICC-Crawler", "NICT", Training, "trains and supports AI research", Obeys, listed, ""},
		{"Timpibot", "Timpi", Training, "search index, also used to train models", Unclear, listed, ""},
		{"Kangaroo Bot", "Kangaroo LLM", Training, "trains an Australian model", Unclear, listed, ""},
		{"ImagesiftBot", "ImageSift", DataProvider, "gathers public images", Obeys, "https://imagesift.com/about", ""},
		{"omgili", "Webz.io", DataProvider, "sells crawled text", Obeys, "https://webz.io/blog/web-data/what-is-the-omgili-bot-and-why-is-it-crawling-your-website/", ""},
		{"Webzio-Extended", "Webz.io", TrainingOptOut, "use of crawled text for AI", Unclear, listed, ""},
		{"Diffbot", "Diffbot", DataProvider, "structured data for its customers", ByChoice, listed, ""},
		{"TavilyBot", "Tavily", DataProvider, "search interface for AI agents", Unclear, listed, ""},
		{"ExaBot", "Exa", DataProvider, "search interface for AI agents", Unclear, listed, ""},
		{"LinkupBot", "Linkup", DataProvider, "search interface for AI agents", Unclear, listed, ""},
		{"FirecrawlAgent", "Firecrawl", DataProvider, "turns pages into data for AI products", Obeys, listed, ""},
		{"Devin", "Cognition", Agent, "coding agent", Obeys, listed, ""},
		{"NovaAct", "Amazon", Agent, "browser agent", Unclear, listed, ""},
		{"Manus-User", "Butterfly Effect", Agent, "browser agent", Unclear, listed, ""},
	}
}

// ScoredSearch are the search crawlers whose access the audit scores.
func ScoredSearch() []string {
	return []string{"OAI-SearchBot", "Claude-SearchBot", "PerplexityBot", "Googlebot", "Bingbot", "Applebot"}
}

// ScoredUser are the crawlers that open pages for people and whose access the audit scores.
func ScoredUser() []string { return []string{"ChatGPT-User", "Claude-User", "Perplexity-User"} }
