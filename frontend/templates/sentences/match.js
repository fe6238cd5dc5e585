{% import "_sentences.html" as on_pages %}{% import "audit/_sentences.html" as of_records %}globalThis.sentences = [{{ on_pages.everywhere() }}, {{ of_records.read() }}, {{ of_records.watched() }}];
