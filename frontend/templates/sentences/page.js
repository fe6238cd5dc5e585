{% import "_sentences.html" as on_pages %}globalThis.sentences = [{{ on_pages.everywhere() }}];
