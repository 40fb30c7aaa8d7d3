package drugtest

const (
	zestril = `{"product_ndc":"52427-440","generic_name":"Lisinopril","labeler_name":"Almatica Pharma LLC",
"brand_name":"Zestril","brand_name_base":"Zestril","active_ingredients":[{"name":"LISINOPRIL","strength":"10 mg/1"}],
"finished":true,"packaging":[{"package_ndc":"52427-440-90","description":"90 TABLET in 1 BOTTLE (52427-440-90)",
"marketing_start_date":"20140701","sample":false}],"listing_expiration_date":"20271231",
"openfda":{"manufacturer_name":["Almatica Pharma LLC"],"rxcui":["104376"],
"spl_set_id":["fd2d6d5a-2b2b-4a4c-9b0a-6d8a3c7f1e01"],"is_original_packager":[true],
"pharm_class_epc":["Angiotensin Converting Enzyme Inhibitor [EPC]"],
"pharm_class_moa":["Angiotensin-converting Enzyme Inhibitors [MoA]"]},"marketing_category":"NDA",
"pharm_class":["Angiotensin Converting Enzyme Inhibitor [EPC]","Angiotensin-converting Enzyme Inhibitors [MoA]"],
"dosage_form":"TABLET","product_type":"HUMAN PRESCRIPTION DRUG","route":["ORAL"],"marketing_start_date":"20140701",
"application_number":"NDA019777"}`

	lisinopril = `{"product_ndc":"68180-513","generic_name":"Lisinopril","labeler_name":"Lupin Pharmaceuticals, Inc.",
"brand_name":"Lisinopril","active_ingredients":[{"name":"LISINOPRIL","strength":"10 mg/1"}],"finished":true,
"packaging":[{"package_ndc":"68180-513-01","description":"100 TABLET in 1 BOTTLE (68180-513-01)"}],
"listing_expiration_date":"20271231","openfda":{"manufacturer_name":["Lupin Pharmaceuticals, Inc."],
"rxcui":["314076"],"spl_set_id":["8d2f0e1c-77a4-4f4e-8b8e-2f6b9a1c5d02"],"is_original_packager":[true]},
"marketing_category":"ANDA","dosage_form":"TABLET","product_type":"HUMAN PRESCRIPTION DRUG","route":["ORAL"],
"marketing_start_date":"20020701","application_number":"ANDA076180"}`

	repackaged = `{"product_ndc":"70518-1234","generic_name":"Lisinopril","labeler_name":"REMEDYREPACK INC.",
"brand_name":"Lisinopril","active_ingredients":[{"name":"LISINOPRIL","strength":"20 mg/1"}],"finished":true,
"packaging":[],"openfda":{"manufacturer_name":["REMEDYREPACK INC."],"rxcui":["314077"],
"spl_set_id":["34bb4602-ccff-4939-91b9-26a63bfd40f7"]},"marketing_category":"ANDA","dosage_form":"TABLET",
"product_type":"HUMAN PRESCRIPTION DRUG","route":["ORAL"],"marketing_start_date":"20190214",
"application_number":"ANDA076059"}`

	withDiuretic = `{"product_ndc":"68180-518","generic_name":"Lisinopril and Hydrochlorothiazide",
"labeler_name":"Lupin Pharmaceuticals, Inc.","brand_name":"Lisinopril and Hydrochlorothiazide",
"active_ingredients":[{"name":"HYDROCHLOROTHIAZIDE","strength":"12.5 mg/1"},
{"name":"LISINOPRIL","strength":"10 mg/1"}],"finished":true,"packaging":[],
"openfda":{"spl_set_id":["3bea11a3-eb07-46b2-9b91-f8a48a2f3b7e"],"is_original_packager":[true]},
"marketing_category":"ANDA","dosage_form":"TABLET","product_type":"HUMAN PRESCRIPTION DRUG","route":["ORAL"],
"marketing_start_date":"20030901","application_number":"ANDA076230"}`

	advil = `{"product_ndc":"0573-0165","generic_name":"ibuprofen","labeler_name":"Haleon US Holdings LLC",
"brand_name":"ADVIL","active_ingredients":[{"name":"IBUPROFEN","strength":"200 mg/1"}],"finished":true,
"packaging":[{"package_ndc":"0573-0165-20","description":"1 BOTTLE in 1 CARTON / 24 TABLET, COATED in 1 BOTTLE"}],
"openfda":{"manufacturer_name":["Haleon US Holdings LLC"],"rxcui":["310965"],
"spl_set_id":["1a665e64-9f30-be37-4a83-38789f1f1e89"],"is_original_packager":[true],
"pharm_class_moa":["Cyclooxygenase Inhibitors [MoA]"],
"pharm_class_cs":["Anti-Inflammatory Agents, Non-Steroidal [CS]"],
"pharm_class_epc":["Nonsteroidal Anti-inflammatory Drug [EPC]"]},"marketing_category":"NDA",
"dosage_form":"TABLET, COATED","product_type":"HUMAN OTC DRUG","route":["ORAL"],"marketing_start_date":"19840518",
"application_number":"NDA018989"}`

	amoxicillin = `{"product_ndc":"0093-4155","generic_name":"Amoxicillin",
"labeler_name":"Teva Pharmaceuticals USA, Inc.",
"brand_name":"Amoxicillin","active_ingredients":[{"name":"AMOXICILLIN","strength":"250 mg/5mL"}],"finished":true,
"packaging":[],"openfda":{"spl_set_id":["2c1f0d77-1111-4d6c-8a57-0c7a6e4f3b03"],"is_original_packager":[true]},
"marketing_category":"ANDA","dosage_form":"POWDER, FOR SUSPENSION","product_type":"HUMAN PRESCRIPTION DRUG",
"route":["ORAL"],"marketing_start_date":"19860301","application_number":"ANDA061931"}`
)

const (
	lisinoprilLabel = `{"set_id":"fd2d6d5a-2b2b-4a4c-9b0a-6d8a3c7f1e01","id":"b1","version":"12",
"effective_time":"20260311",
"spl_product_data_elements":["Zestril Lisinopril LISINOPRIL CALCIUM PHOSPHATE MAGNESIUM STEARATE"],
"boxed_warning":["WARNING: FETAL TOXICITY When pregnancy is detected, discontinue Zestril as soon as possible."],
"indications_and_usage":["1 INDICATIONS AND USAGE Zestril lowers blood pressure in adults and children from 6 years."],
"dosage_and_administration":["2 DOSAGE AND ADMINISTRATION Hypertension: begin with 10 mg once a day."],
"contraindications":["4 CONTRAINDICATIONS Do not use with a history of angioedema. Do not give with aliskiren."],
"warnings_and_cautions":["5 WARNINGS AND PRECAUTIONS Watch renal function in patients on NSAIDs. Potassium may rise."],
"drug_interactions":["7 DRUG INTERACTIONS 7.1 Diuretics Blood pressure may fall.",
"7.3 NSAIDs In the elderly, NSAIDs such as ibuprofen may harm the kidney together with Zestril.",
"7.6 Lithium Monitor lithium levels."],
"drug_interactions_table":["<table><tr><td>Lithium</td><td>Toxicity was reported</td></tr></table>"],
"package_label_principal_display_panel":["90 tablets"],
"openfda":{"brand_name":["Zestril"],"generic_name":["LISINOPRIL"],"manufacturer_name":["Almatica Pharma LLC"],
"product_type":["HUMAN PRESCRIPTION DRUG"],"route":["ORAL"],"substance_name":["LISINOPRIL"],
"pharm_class_epc":["Angiotensin Converting Enzyme Inhibitor [EPC]"],
"spl_set_id":["fd2d6d5a-2b2b-4a4c-9b0a-6d8a3c7f1e01"]}}`

	advilLabel = `{"set_id":"1a665e64-9f30-be37-4a83-38789f1f1e89","id":"b2","version":"21","effective_time":"20260120",
"active_ingredient":["Active ingredient (in each tablet) Ibuprofen 200 mg (NSAID)"],
"purpose":["Purposes Pain reliever/Fever reducer"],
"warnings":["Warnings Allergy alert: ibuprofen may cause a severe reaction.",
"Stomach bleeding warning: the chance is higher with a blood thinner."],
"ask_doctor":["Ask a doctor before use if you have high blood pressure or take a diuretic"],
"openfda":{"brand_name":["ADVIL"],"generic_name":["IBUPROFEN"],"manufacturer_name":["Haleon US Holdings LLC"],
"product_type":["HUMAN OTC DRUG"],"route":["ORAL"],"substance_name":["IBUPROFEN"],
"pharm_class_epc":["Nonsteroidal Anti-inflammatory Drug [EPC]"],
"spl_set_id":["1a665e64-9f30-be37-4a83-38789f1f1e89"]}}`
)

const (
	report = `{"safetyreportid":"25912345","receivedate":"20260929","serious":"1"}`

	recall = `{"status":"Ongoing","classification":"Class II","recall_number":"D-0210-2026","event_id":"98111",
"product_description":"Lisinopril Tablets USP, 10 mg, 90-count bottles, NDC 68180-513-01",
"code_info":"Lot 24A101, exp. 03/2027",
"reason_for_recall":"Failed Impurity Specifications",
"recalling_firm":"A Company","recall_initiation_date":"20260902","report_date":"20260916","openfda":{}}`

	prinivil = `{"application_number":"NDA019558","sponsor_name":"MERCK",
"products":[{"brand_name":"PRINIVIL","active_ingredients":[{"name":"LISINOPRIL","strength":"10MG"}],
"dosage_form":"TABLET","route":"ORAL","marketing_status":"Prescription"}],
"submissions":[{"submission_type":"SUPPL","submission_status":"AP","submission_status_date":"19850101"},
{"submission_type":"ORIG","submission_status":"AP","submission_status_date":"19871229"}]}`

	zestrilApproval = `{"application_number":"NDA019777","sponsor_name":"ALMATICA",
"products":[{"brand_name":"ZESTRIL","active_ingredients":[{"name":"LISINOPRIL","strength":"10MG"}],
"dosage_form":"TABLET","route":"ORAL","marketing_status":"Prescription"}],
"submissions":[{"submission_type":"ORIG","submission_status":"AP","submission_status_date":"19880519"}]}`

	zestoretic = `{"application_number":"NDA019888","sponsor_name":"ALMATICA",
"products":[{"brand_name":"ZESTORETIC","active_ingredients":[{"name":"HYDROCHLOROTHIAZIDE","strength":"12.5MG"},
{"name":"LISINOPRIL","strength":"10MG"}],"dosage_form":"TABLET","route":"ORAL","marketing_status":"Prescription"}],
"submissions":[{"submission_type":"ORIG","submission_status":"AP","submission_status_date":"19890920"}]}`
)

const (
	shortCurrent = `{"update_type":"Revised","initial_posting_date":"10/28/2022","package_ndc":"0093-4155-73",
"generic_name":"Amoxicillin Oral Powder for Suspension","company_name":"Teva Pharmaceuticals USA, Inc.",
"presentation":"Amoxicillin, 250 mg/5 mL, 100 mL bottle (NDC 0093-4155-73)","availability":"Unavailable",
"shortage_reason":"Demand increase for the drug","update_date":"10/02/2026","dosage_form":"Powder, For Suspension",
"therapeutic_category":["Anti-Infective","Pediatric"],"status":"Current"}`

	shortAvailable = `{"update_type":"Reverified","initial_posting_date":"10/28/2022","package_ndc":"65862-070-01",
"generic_name":"Amoxicillin Oral Powder for Suspension","company_name":"Aurobindo Pharma USA",
"presentation":"Amoxicillin, 250 mg/5 mL, 100 mL bottle (NDC 65862-070-01)","availability":"Available",
"update_date":"11/05/2026","dosage_form":"Powder, For Suspension","therapeutic_category":["Anti-Infective"],
"status":"Current"}`

	shortResolved = `{"update_type":"Revised","initial_posting_date":"10/28/2022","package_ndc":"0781-6041-46",
"generic_name":"Amoxicillin Oral Powder for Suspension","company_name":"Sandoz Inc",
"presentation":"Amoxicillin, 125 mg/5 mL, 100 mL bottle (NDC 0781-6041-46)","update_date":"20250312",
"resolved_note":"All presentations are available.","status":"Resolved"}`

	shortCombination = `{"update_type":"New","initial_posting_date":"03/01/2026","package_ndc":"60432-070-75",
"generic_name":"Amoxicillin; Clavulanate Potassium Oral Suspension","company_name":"A Company",
"presentation":"Amoxicillin and clavulanate potassium, 600 mg/42.9 mg per 5 mL","availability":"Limited Availability",
"update_date":"09/01/2026","status":"Current"}`

	deviceReport = `{"report_number":"2954323-2026-41218","mdr_report_key":"23456789","date_received":"20260114",
"date_of_event":"20251230","event_type":"Malfunction","product_problems":["Wireless Communication Problem"],
"device":[{"brand_name":"FREESTYLE LIBRE 3","generic_name":"Continuous glucose monitor",
"manufacturer_d_name":"ABBOTT DIABETES CARE INC","model_number":"72081-01"}],
"mdr_text":[{"text":"The manufacturer has not received the sensor.",
"text_type_code":"Additional Manufacturer Narrative"},
{"text":"The sensor lost its connection after two days of use.","text_type_code":"Description of Event or Problem"}]}`
)
