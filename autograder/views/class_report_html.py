def class_report_html(run):
    return ""
