package toolscan

// Dimension is one of the eight aspects by which a tool is judged.
type Dimension string

// The eight dimensions, in the order of reports.
const (
	HiddenUnicode       Dimension = "hidden_unicode"
	PromptInjection     Dimension = "prompt_injection"
	DataExfiltration    Dimension = "data_exfiltration"
	DangerousCapability Dimension = "dangerous_capability"
	ToolShadowing       Dimension = "tool_shadowing"
	Drift               Dimension = "drift"
	Obfuscation         Dimension = "obfuscation"
	MetadataHygiene     Dimension = "metadata_hygiene"
)

// Dimensions lists all eight.
func Dimensions() []Dimension {
	return []Dimension{HiddenUnicode, PromptInjection, DataExfiltration, DangerousCapability, ToolShadowing, Drift, Obfuscation, MetadataHygiene}
}

// check is one thing to look for. points (0-100) is the weight of a plain hit; it is lower if the tool's
// declared purpose or the context explains the hit. score.go has the points from which each category starts.
type check struct {
	id        string
	dimension Dimension
	points    int
	reason    string
}

// The points that acts and detectors share.
const (
	pointsNote    = 8  // a capability that the tool declares
	pointsMention = 12 // attack text quoted as an example
	pointsStory   = 20 // in a prompt, what may be about people in a story
	pointsOutside = 15 // extra for an order in a text that should not give orders
	pointsSure    = 50 // wording that harmless texts hardly ever use
)

var allChecks = []check{
	{"tag_characters", HiddenUnicode, 90, "invisible tag characters (U+E0000-E007F) carry text that people cannot see"},
	{"variation_selector_run", HiddenUnicode, 90, "a run of variation selectors carries bytes that people cannot see"},
	{"zero_width_run", HiddenUnicode, 70, "a run of zero-width characters can carry bits that people cannot see"},
	{"bidi_control", HiddenUnicode, 60, "bidirectional controls make the text read otherwise than it is stored"},
	{"hidden_mix", HiddenUnicode, 60, "three or more kinds of invisible characters are mixed"},
	{"terminal_escape", HiddenUnicode, 60, "terminal escape sequences can hide or repaint text"},
	{"zero_width", HiddenUnicode, 35, "invisible characters stand inside ordinary text"},
	{"filler", HiddenUnicode, 35, "blank letters (fillers) look like spaces or like nothing"},
	{"interlinear", HiddenUnicode, 30, "interlinear annotation characters hide text"},
	{"control_character", HiddenUnicode, 20, "control characters have no place in a description"},
	{"private_use", HiddenUnicode, 10, "private use characters have no agreed meaning"},
	{"stray_variation_selector", HiddenUnicode, 10, "a variation selector follows a character that has no variants"},

	{"instruction_override", PromptInjection, 70, "tells the model to drop its instructions"},
	{"role_marker", PromptInjection, 60, "imitates the markers of a system or chat turn"},
	{"role_change", PromptInjection, 65, "gives the model another role, without its limits"},
	{"concealment", PromptInjection, 60, "tells the model to keep something from the user"},
	{"covert_action", PromptInjection, 45, "has something done silently"},
	{"coercion", PromptInjection, 40, "claims to be needed before or in all other work"},
	{"threat", PromptInjection, 45, "threatens the model with consequences"},
	{"against_user", PromptInjection, 55, "is to be done whatever the user or the instructions say, or claims precedence over them"},
	{"consent_bypass", PromptInjection, 40, "has a confirmation or approval skipped"},
	{"hidden_comment", PromptInjection, 45, "an order is hidden in a comment that a rendered view does not show"},
	{"emphasis_tag_order", PromptInjection, 30, "an order is wrapped in an attention tag"},
	{"emphasis_tag", PromptInjection, 12, "text is wrapped in an attention tag"},
	{"order_by_wording", PromptInjection, 36, "reads like an order to the model"},
	{"order_in_pieces", PromptInjection, 40, "the texts of the tool, read one after the other, are an order"},
	{"addressed_to_model", PromptInjection, 20, "speaks to the model rather than about the tool"},

	{"secret_exfiltration", DataExfiltration, 85, "has a secret read and passed on"},
	{"secret_request", DataExfiltration, 60, "asks for the contents of a secret file or of the environment"},
	{"secret_read", DataExfiltration, 30, "has a secret file read"},
	{"secret_path", DataExfiltration, 6, "names a place where secrets are kept"},
	{"secret_parameter_name", DataExfiltration, 60, "a parameter is named for the contents of a secret file"},
	{"split_exfiltration", DataExfiltration, 75, "one text has a secret read and another text of the tool takes the contents"},
	{"credential_transfer", DataExfiltration, 70, "has credentials collected and passed on"},
	{"credential_harvest", DataExfiltration, 60, "has the user asked for a key or seed phrase"},
	{"conversation_capture", DataExfiltration, 60, "has the conversation passed into a call"},
	{"system_prompt_leak", DataExfiltration, 60, "has the system prompt passed on or shown"},
	{"sensitive_parameter", DataExfiltration, 60, "has private data passed into a call"},
	{"tool_inventory", DataExfiltration, 40, "asks for the tools that the model has"},
	{"collector_host", DataExfiltration, 60, "sends data to a host made for catching requests"},
	{"collector_mention", DataExfiltration, 12, "names a host made for catching requests"},
	{"copy_to_address", DataExfiltration, 60, "has copies sent to a fixed address"},
	{"data_to_url", DataExfiltration, 50, "has data of the user sent to a fixed URL"},
	{"image_beacon", DataExfiltration, 60, "an image address carries data out when it is shown"},

	{"harm_by_wording", DangerousCapability, 36, "reads like a tool made to do harm"},
	{"harm_as_stated", DangerousCapability, 36,
		"name, description and parameters together read like a tool made to do harm"},
	{"undeclared_execution", DangerousCapability, 45, "runs commands or code although its name does not say so"},
	{"code_execution", DangerousCapability, pointsNote, "runs commands or code"},
	{"destructive_command", DangerousCapability, 65, "contains a command that destroys data or runs downloaded code"},
	{"persistence", DangerousCapability, 60, "writes to a place that keeps access or runs at start-up"},
	{"agent_config", DangerousCapability, 55, "changes the configuration of the agent itself"},
	{"disable_protection", DangerousCapability, 50, "has a protection turned off"},
	{"fund_transfer", DangerousCapability, 55, "moves money although its name does not say so"},
	{"annotation_contradiction", DangerousCapability, 45, "is annotated as read-only although it changes or deletes"},
	{"destructive_hint", DangerousCapability, 5, "is annotated as destructive"},

	{"duplicate_name", ToolShadowing, 60, "two tools have the same name, or names that differ in case or separators only"},
	{"confusable_name", ToolShadowing, 70, "two tools have names that look the same"},
	{"cross_tool_instruction", ToolShadowing, 65, "changes how another tool is used"},
	{"sibling_instruction", ToolShadowing, 45, "changes the arguments or the output of another tool of the list"},
	{"discredits_tool", ToolShadowing, 50, "declares another tool unsafe or broken"},
	{"tool_preemption", ToolShadowing, 45, "wants to be used in place of all other tools"},

	{"hash_mismatch", Drift, 70, "the tool is not the one that was pinned"},
	{"manifest_mismatch", Drift, 60, "the list of tools is not the one that was pinned"},
	{"pinned_tool_missing", Drift, 30, "a pinned tool is not in the list"},
	{"unpinned_tool", Drift, 20, "a tool is in the list that was not pinned"},

	{"encoded_instruction", Obfuscation, 75, "encoded text decodes to something that another check finds"},
	{"disguised_instruction", Obfuscation, 60, "the text of another finding is disguised and only shows after decoding"},
	{"mixed_script_word", Obfuscation, 40, "a word mixes Latin letters with look-alikes of another script"},
	{"lookalike_word", Obfuscation, 40, "a word of another script is written to look like a Latin one"},
	{"letter_spacing", Obfuscation, 35, "words are spelled with spaces between the letters"},
	{"text_pushed_away", Obfuscation, 40, "a long run of blanks pushes text out of sight"},
	{"hidden_by_style", Obfuscation, 45, "text is hidden by its style"},
	{"character_codes", Obfuscation, 40, "text is written as character codes"},
	{"encoded_blob", Obfuscation, 10, "contains a long encoded text"},
	{"stacked_marks", Obfuscation, 20, "many combining marks are stacked on one letter"},

	{"name_missing", MetadataHygiene, 15, "the tool has no name"},
	{"name_invalid", MetadataHygiene, 10, "the name has other characters than A-Z a-z 0-9 _ . - / or more than 128"},
	{"description_missing", MetadataHygiene, 15, "the tool has no description, so that a model has to guess"},
	{"description_short", MetadataHygiene, 8, "the description has less than 10 characters"},
	{"description_long", MetadataHygiene, 10, "the description has more than 4000 characters"},
	{"schema_missing", MetadataHygiene, 10, "the tool has no input schema"},
	{"schema_invalid", MetadataHygiene, 10, "the input schema is not an object schema"},
	{"required_undeclared", MetadataHygiene, 8, "a required parameter is not declared"},
	{"parameters_undescribed", MetadataHygiene, 3, "none of several parameters has a description"},
	{"unbounded_command", MetadataHygiene, 3, "a path or command parameter is a string without bounds"},
	{"nesting_deep", MetadataHygiene, 8, "the schema is nested more than 32 levels deep"},
}

// severity is the word for points.
func severity(points int) string {
	switch {
	case points >= 80:
		return "critical"
	case points >= 50:
		return "high"
	case points >= 30:
		return "medium"
	case points >= 10:
		return "low"
	}
	return "info"
}
