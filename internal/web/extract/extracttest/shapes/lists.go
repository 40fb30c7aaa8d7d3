package shapes

// known holds the shapes used while the engine was developed.
var known = []shape{
	{"story with a tree of comments", "https://slashboard.example/story/10/05/03/1243", slashdot},
	{"thread of phpBB", "https://board.example/viewtopic.php?f=2&t=19", phpbb},
	{"thread of Discourse", "https://talk.example/t/a-question-of-tools/91", discourse},
	{"thread of vBulletin", "https://owners.example/forum/showthread.php?t=551", vbulletin},
	{"question and answers", "https://makers.example/questions/12068/which-one", stackexchange},
	{"thread with a sidebar of rules", "https://old.threads.example/r/hobby/comments/8ab2/which_one/", reddit},
	{"thread about a link", "https://tinker.example/item?id=90210", hackernews},
	{"report beside a column of teasers", "https://estuary.example/2019/04/quay-closed", teaserColumn},
	{"the same without names", "https://estuary.example/news/quay.asp?id=331", plainTeasers},
	{"short post beside a long sidebar", "https://shed.example/2009/02/a-bench/", blogSidebar},
	{"beginning of a report, others below", "https://ledger.example/a/quay-deal", paywall},
	{"documentation", "https://handbook.example/en/4.1/guide/setup.html", docs},
	{"live report", "https://estuary.example/live/2024/storm", live},
	{"recipe with comments", "https://oven.example/rye-loaf/", recipe},
	{"offer of a shop", "https://barn.example/products/marking-gauge", product},
	{"column with ninety comments", "https://estuary.example/opinion/2015/quay", opinions},
	{"post with comments as definitions", "https://gravel.example/2009/11/first-snow.html", blogspot},
}
