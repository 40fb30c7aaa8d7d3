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
		{Token: "GPTBot", Owner: "OpenAI", Class: Training, Purpose: "trains OpenAI's models", Respects: Obeys, Source: openAI},
		{Token: "OAI-SearchBot", Owner: "OpenAI", Class: Search, Purpose: "index of ChatGPT search", Respects: Obeys, Source: openAI},
		{Token: "ChatGPT-User", Owner: "OpenAI", Class: UserFetch, Purpose: "opens pages for people who use ChatGPT", Respects: MayNot, Source: openAI},
		{Token: "ChatGPT Agent", Owner: "OpenAI", Class: Agent, Purpose: "browses for people who use ChatGPT's agent", Respects: Obeys, Source: listed},
		{Token: "Operator", Owner: "OpenAI", Class: Agent, Purpose: "browser agent", Respects: Unclear, Source: listed},
		{Token: "ClaudeBot", Owner: "Anthropic", Class: Training, Purpose: "trains Anthropic's models", Respects: Obeys, Source: anthropic},
		{Token: "Claude-SearchBot", Owner: "Anthropic", Class: Search, Purpose: "quality of Claude's search results", Respects: Obeys, Source: anthropic},
		{Token: "Claude-User", Owner: "Anthropic", Class: UserFetch, Purpose: "opens pages for people who use Claude", Respects: Obeys, Source: anthropic},
		{Token: "anthropic-ai", Owner: "Anthropic", Class: Legacy, Purpose: "older name, training", Respects: Unclear, Source: listed},
		{Token: "Claude-Web", Owner: "Anthropic", Class: Legacy, Purpose: "older name, fetches for Claude", Respects: Unclear, Source: listed},
		{Token: "PerplexityBot", Owner: "Perplexity", Class: Search, Purpose: "index of Perplexity's answers", Respects: Obeys, Source: perplexity},
		{Token: "Perplexity-User", Owner: "Perplexity", Class: UserFetch, Purpose: "opens pages for people who use Perplexity", Respects: Ignores, Source: perplexity},
		{Token: "Googlebot", Owner: "Google", Class: Search, Purpose: "index of Google Search, AI Overviews and AI Mode", Respects: Obeys, Source: google},
		{Token: "Google-Extended", Owner: "Google", Class: TrainingOptOut, Purpose: "use of pages for training and grounding Gemini", Respects: Obeys, Source: google},
		{Token: "Google-CloudVertexBot", Owner: "Google", Class: Search, Purpose: "search for customers of Vertex AI, on their own sites", Respects: Obeys, Source: google},
		{Token: "GoogleOther", Owner: "Google", Class: Research, Purpose: "research and development", Respects: Obeys, Source: google},
		{Token: "Google-Agent", Owner: "Google", Class: Agent, Purpose: "agents that act for people", Respects: Obeys, Source: googleUser},
		{Token: "Google-NotebookLM", Owner: "Google", Class: UserFetch, Purpose: "opens sources that people add to NotebookLM", Respects: Unclear, Source: googleUser},
		{Token: "Gemini-Deep-Research", Owner: "Google", Class: UserFetch, Purpose: "reads pages for Gemini's research reports", Respects: Unclear, Source: listed},
		{Token: "Bingbot", Owner: "Microsoft", Class: Search, Purpose: "index of Bing and Copilot", Respects: Obeys, Source: microsoft},
		{Token: "Applebot", Owner: "Apple", Class: Search, Purpose: "index of Siri, Spotlight and Safari", Respects: Obeys, Source: apple, InsteadOf: "Googlebot"},
		{Token: "Applebot-Extended", Owner: "Apple", Class: TrainingOptOut, Purpose: "use of pages for training Apple's models", Respects: Obeys, Source: apple},
		{Token: "Amazonbot", Owner: "Amazon", Class: Training, Purpose: "answers of Alexa, and may train Amazon's models", Respects: Obeys, Source: amazon},
		{Token: "Amzn-SearchBot", Owner: "Amazon", Class: Search, Purpose: "search in Amazon's assistants", Respects: Unclear, Source: amazon},
		{Token: "Amzn-User", Owner: "Amazon", Class: UserFetch, Purpose: "opens pages for people who use Alexa", Respects: Unclear, Source: amazon},
		{Token: "meta-externalagent", Owner: "Meta", Class: Training, Purpose: "trains Meta's models", Respects: Obeys, Source: meta},
		{Token: "meta-externalfetcher", Owner: "Meta", Class: UserFetch, Purpose: "opens pages for people who use Meta AI", Respects: Ignores, Source: meta},
		{Token: "FacebookBot", Owner: "Meta", Class: Training, Purpose: "trains Meta's speech and language models", Respects: Obeys, Source: meta},
		{Token: "Bytespider", Owner: "ByteDance", Class: Training, Purpose: "trains ByteDance's models", Respects: Ignores, Source: listed},
		{Token: "TikTokSpider", Owner: "ByteDance", Class: Training, Purpose: "trains ByteDance's models", Respects: Unclear, Source: listed},
		{Token: "CCBot", Owner: "Common Crawl", Class: Dataset, Purpose: "open archive of the web that many models are trained on", Respects: Obeys, Source: "https://commoncrawl.org/ccbot"},
		{Token: "cohere-ai", Owner: "Cohere", Class: UserFetch, Purpose: "opens pages for people who use Cohere's chat", Respects: Unclear, Source: listed},
		{Token: "cohere-training-data-crawler", Owner: "Cohere", Class: Training, Purpose: "trains Cohere's models", Respects: Unclear, Source: listed},
		{Token: "MistralAI-User", Owner: "Mistral", Class: UserFetch, Purpose: "opens pages for people who use Le Chat", Respects: Obeys, Source: "https://docs.mistral.ai/robots"},
		{Token: "DuckAssistBot", Owner: "DuckDuckGo", Class: Search, Purpose: "sources of DuckDuckGo's answers", Respects: Obeys, Source: "https://duckduckgo.com/duckduckgo-help-pages/results/duckassistbot"},
		{Token: "YouBot", Owner: "You.com", Class: Search, Purpose: "index of You.com", Respects: Obeys, Source: "https://about.you.com/youbot"},
		{Token: "Bravebot", Owner: "Brave", Class: Search, Purpose: "index of Brave Search, also sold to AI products", Respects: Obeys, Source: "https://search.brave.com/help/brave-search-crawler"},
		{Token: "PetalBot", Owner: "Huawei", Class: Search, Purpose: "index of Petal Search and Huawei's assistant", Respects: Obeys, Source: listed},
		{Token: "PanguBot", Owner: "Huawei", Class: Training, Purpose: "trains Huawei's Pangu models", Respects: Unclear, Source: listed},
		{Token: "DeepSeekBot", Owner: "DeepSeek", Class: Training, Purpose: "trains DeepSeek's models", Respects: Ignores, Source: listed},
		{Token: "AI2Bot", Owner: "Ai2", Class: Training, Purpose: "trains open models", Respects: Obeys, Source: "https://allenai.org/crawler"},
		{Token: "ICC-Crawler", Owner: "NICT", Class: Training, Purpose: "trains and supports AI research", Respects: Obeys, Source: listed},
		{Token: "Timpibot", Owner: "Timpi", Class: Training, Purpose: "search index, also used to train models", Respects: Unclear, Source: listed},
		{Token: "Kangaroo Bot", Owner: "Kangaroo LLM", Class: Training, Purpose: "trains an Australian model", Respects: Unclear, Source: listed},
		{Token: "ImagesiftBot", Owner: "ImageSift", Class: DataProvider, Purpose: "gathers public images", Respects: Obeys, Source: "https://imagesift.com/about"},
		{Token: "omgili", Owner: "Webz.io", Class: DataProvider, Purpose: "sells crawled text", Respects: Obeys, Source: "https://webz.io/blog/web-data/what-is-the-omgili-bot-and-why-is-it-crawling-your-website/"},
		{Token: "Webzio-Extended", Owner: "Webz.io", Class: TrainingOptOut, Purpose: "use of crawled text for AI", Respects: Unclear, Source: listed},
		{Token: "Diffbot", Owner: "Diffbot", Class: DataProvider, Purpose: "structured data for its customers", Respects: ByChoice, Source: listed},
		{Token: "TavilyBot", Owner: "Tavily", Class: DataProvider, Purpose: "search interface for AI agents", Respects: Unclear, Source: listed},
		{Token: "ExaBot", Owner: "Exa", Class: DataProvider, Purpose: "search interface for AI agents", Respects: Unclear, Source: listed},
		{Token: "LinkupBot", Owner: "Linkup", Class: DataProvider, Purpose: "search interface for AI agents", Respects: Unclear, Source: listed},
		{Token: "FirecrawlAgent", Owner: "Firecrawl", Class: DataProvider, Purpose: "turns pages into data for AI products", Respects: Obeys, Source: listed},
		{Token: "Devin", Owner: "Cognition", Class: Agent, Purpose: "coding agent", Respects: Obeys, Source: listed},
		{Token: "NovaAct", Owner: "Amazon", Class: Agent, Purpose: "browser agent", Respects: Unclear, Source: listed},
		{Token: "Manus-User", Owner: "Butterfly Effect", Class: Agent, Purpose: "browser agent", Respects: Unclear, Source: listed},
	}
}

// ScoredSearch are the search crawlers whose access the audit scores.
func ScoredSearch() []string {
	return []string{"OAI-SearchBot", "Claude-SearchBot", "PerplexityBot", "Googlebot", "Bingbot", "Applebot"}
}

// ScoredUser are the crawlers that open pages for people and whose access the audit scores.
func ScoredUser() []string { return []string{"ChatGPT-User", "Claude-User", "Perplexity-User"} }
