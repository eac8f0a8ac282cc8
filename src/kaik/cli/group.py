"""The command group: words help in the language asked for, and turns every refusal into one sentence."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from io import TextIOWrapper
from typing import Any

from typer import Abort
from typer._click import exceptions as click
from typer._click.core import Command, Context, Parameter
from typer.core import TyperArgument, TyperGroup, TyperOption

from kaik.cli import language
from kaik.core.errors import BadOptions, Refusal
from kaik.core.messages import Catalogue, Message, msg

HELP = ["--help", "-h"]
"""The options that ask for help, here and for every command."""
USAGE = 2
"""The exit code of a command that was refused."""


class Commands(TyperGroup):
    """All commands of `kaik`."""

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> Any:
        words = list(sys.argv[1:] if args is None else args)
        _forgive_encodings()
        language.begin(words)
        if not words or any(name in words for name in HELP):
            _word(self, language.texts())
        sys.exit(self._run(words, prog_name or "kaik"))

    def _run(self, words: list[str], prog_name: str) -> int:
        try:
            code = super().main(words, prog_name, standalone_mode=False)
            return code if isinstance(code, int) else 0
        except Refusal as refusal:
            return complain(refusal.message)
        except click.NoArgsIsHelpError as shown:
            shown.show()
            return 0
        except click.UsageError as wrong:
            return complain(_usage(wrong), hint=wrong.ctx.command_path if wrong.ctx else "kaik")
        except (click.ClickException, Abort) as wrong:
            return complain(msg("error.usage", detail=str(wrong)))
        except OSError as trouble:
            return complain(msg("error.system", detail=trouble.strerror or str(trouble)))

    def resolve_command(self, ctx: Context, args: list[str]) -> tuple[str | None, Command | None, list[str]]:
        if args[0] not in self.commands:
            raise BadOptions("error.command", name=args[0][:60], known=" ".join(self.commands))
        return super().resolve_command(ctx, args)


def complain(message: Message, hint: str = "") -> int:
    """Say on the error stream what was wrong, and perhaps where to read more."""
    words = language.texts()
    print(words.text(message), file=sys.stderr)
    if hint:
        print(words.word("cli.help.hint", command=hint), file=sys.stderr)
    return USAGE


def _forgive_encodings() -> None:
    """Letters that the terminal cannot show or spell must not stop a match."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


def _usage(wrong: click.UsageError) -> Message:
    match wrong:
        case click.NoSuchOption():
            return msg("error.usage_option", name=wrong.option_name)
        case click.BadOptionUsage() if "requires" in wrong.message:
            return msg("error.usage_value", name=wrong.option_name)
        case click.BadOptionUsage():
            return msg("error.usage_flag", name=wrong.option_name)
        case click.MissingParameter():
            return msg("error.usage_missing", name=_name(wrong.param))
        case click.BadParameter():
            return msg("error.usage_bad", name=_name(wrong.param))
        case _ if "extra argument" in wrong.message:
            return msg("error.usage_extra")
        case _:
            return msg("error.usage", detail=wrong.message)


def _name(parameter: Parameter | None) -> str:
    if parameter is None:
        return "?"
    if parameter.param_type_name == "option":
        return max(parameter.opts, key=len)
    return str(parameter.name).upper()


def _word(group: Commands, words: Catalogue) -> None:
    """Replace the message keys that stand for help texts, and the words of the help itself."""
    _word_frame(words)
    for command in (group, *group.commands.values()):
        command.help = _translate(command.help, words)
        _word_params(command.params, words)
        _word_help_option(command, words)


def _word_params(params: Iterable[Parameter], words: Catalogue) -> None:
    for parameter in params:
        if isinstance(parameter, TyperOption | TyperArgument):
            parameter.help = _translate(parameter.help, words)
        if isinstance(parameter, TyperOption):
            _name_no_type(parameter)


def _word_help_option(command: Command, words: Catalogue) -> None:
    option = command.get_help_option(Context(command, info_name=command.name, help_option_names=HELP))
    if isinstance(option, TyperOption):
        option.help = words.word("cli.option.help")
        _name_no_type(option)


def _name_no_type(option: TyperOption) -> None:
    """A flag takes no value, so the help names none."""
    if option.is_flag:
        option.metavar = ""


def _translate(text: str | None, words: Catalogue) -> str | None:
    return words.word(text) if text else text


def _word_frame(words: Catalogue) -> None:
    """The headings of Typer's help."""
    from typer import rich_utils

    from kaik.cli.folding import Folded

    rich_utils.ARGUMENTS_PANEL_TITLE = words.word("cli.help.arguments")
    rich_utils.OPTIONS_PANEL_TITLE = words.word("cli.help.options")
    rich_utils.COMMANDS_PANEL_TITLE = words.word("cli.help.commands")
    rich_utils.DEFAULT_STRING = words.word("cli.help.default")
    rich_utils.ENVVAR_STRING = words.word("cli.help.envvar")
    rich_utils.REQUIRED_LONG_STRING = words.word("cli.help.required")
    rich_utils.Text = Folded  # type: ignore[attr-defined]
