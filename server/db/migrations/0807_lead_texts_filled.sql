call fill_lead_texts();
