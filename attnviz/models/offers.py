"""A short list of small models that can be had for nothing, each with its licence. Must not fetch anything."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from attnviz.models.problem import QT_TRANSLATE_NOOP

_WRITES: Final = QT_TRANSLATE_NOOP("Models", "writes English, and looks back only")
_ANSWERS: Final = QT_TRANSLATE_NOOP("Models", "answers in English, and looks back only")
_JAPANESE: Final = QT_TRANSLATE_NOOP("Models", "writes Japanese and English, and looks back only")
_LANGUAGES: Final = QT_TRANSLATE_NOOP("Models", "writes in many languages, and looks back only")
_COMPARES: Final = QT_TRANSLATE_NOOP("Models", "reads English to compare texts, and looks both ways")
_READS: Final = QT_TRANSLATE_NOOP("Models", "reads English to guess hidden words, and looks both ways")


@dataclass(frozen=True)
class Offer:
    """A model on huggingface.co."""

    repository: str
    name: str
    licence: str  # SPDX
    megabytes: int  # about; what is fetched is measured before
    about: str  # English, to be translated in the context "Models"

    @property
    def page(self) -> str:
        """Return the address where the model, its makers and its licence are described."""
        return f"https://huggingface.co/{self.repository}"

    @property
    def folder(self) -> str:
        """Return the name of the folder for it."""
        return self.repository.replace("/", "--")


OFFERS: Final = (
    Offer("HuggingFaceTB/SmolLM2-135M-Instruct", "SmolLM2 135M Instruct", "Apache-2.0", 272, _ANSWERS),
    Offer("distilbert/distilgpt2", "DistilGPT-2", "Apache-2.0", 355, _WRITES),
    Offer("openai-community/gpt2", "GPT-2", "MIT", 550, _WRITES),
    Offer("llm-jp/llm-jp-3-150m", "LLM-jp-3 150M", "Apache-2.0", 310, _JAPANESE),
    Offer("Qwen/Qwen2.5-0.5B", "Qwen2.5 0.5B", "Apache-2.0", 996, _LANGUAGES),
    Offer("sentence-transformers/all-MiniLM-L6-v2", "MiniLM L6 v2", "Apache-2.0", 92, _COMPARES),
    Offer("google-bert/bert-base-uncased", "BERT base", "Apache-2.0", 441, _READS),
    Offer("FacebookAI/roberta-base", "RoBERTa base", "MIT", 501, _READS),
)
